import type { BusStreams } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { createLogger } from '@kingcar/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mostRemembered, openSessionUses } from './report-session-use.ts'
import { createEndedSessions } from './revoked-sessions.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Message = Parameters<BusStreams['publish']>[0][number]

/** A bus that stores nothing while it is away. */
function start() {
  const state = { away: true, attempts: 0 }
  const stored: string[] = []
  const told: Message[] = []
  const publish = async (messages: readonly Message[]) => {
    state.attempts += 1
    await Promise.resolve()
    if (state.away) throw new AppError('UNAVAILABLE')
    stored.push(...messages.map(({ id }) => id))
    told.push(...messages)
  }
  const sessions = createEndedSessions(900)
  const uses = openSessionUses({ publish }, sessions, createLogger('gateway', 'silent'))
  return { state, stored, told, sessions, uses }
}
const later = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

test('a use is told at once, and once', async () => {
  const { state, stored, uses } = start()
  state.away = false
  for (const generation of [1, 1, 2, 1]) uses.note('a', generation)
  await later(60)
  expect([stored, state.attempts]).toEqual([['a:1', 'a:2'], 2])
})

test('a use that could not be told is told as soon as that is possible, without another use', async () => {
  const { state, stored, uses } = start()
  uses.note('a', 1)
  uses.note('b', 4)
  await later(300)
  expect(state.attempts).toBeGreaterThan(10)
  expect(state.attempts).toBeLessThan(50)
  state.away = false
  await later(10)
  expect(stored).toEqual(['a:1', 'b:4'])
  const { attempts } = state
  await later(300)
  expect(state.attempts).toBe(attempts)
  state.away = true
  uses.note('a', 2)
  await later(5)
  state.away = false
  await later(10)
  expect(stored).toEqual(['a:1', 'b:4', 'a:2'])
})

test('what a newer generation or the end of its session made needless is told no more', async () => {
  const { state, stored, sessions, uses } = start()
  uses.note('a', 1)
  uses.note('b', 1)
  await later(20)
  uses.note('a', 2)
  sessions.end('b')
  await later(20)
  state.away = false
  await later(20)
  expect(stored).toEqual(['a:2'])
})

test('however many sessions are used while nothing can be told, so many are remembered and no more', async () => {
  const { state, stored, uses } = start()
  for (let session = 0; session < mostRemembered + 3; session++) uses.note(`${session}`, 1)
  await later(1)
  state.away = false
  await later(20)
  expect(stored).toHaveLength(mostRemembered)
  expect(stored).not.toContain('2:1')
  expect(stored).toContain('3:1')
})

test('closing ends the attempts', async () => {
  const { state, uses } = start()
  uses.note('a', 1)
  await later(5)
  await uses[Symbol.asyncDispose]()
  const { attempts } = state
  await later(300)
  expect(state.attempts).toBe(attempts)
  expect(vi.getTimerCount()).toBe(0)
  uses.note('b', 1)
  await later(300)
  expect(state.attempts).toBe(attempts)
})

test('what is told is whose pair of which generation was used', async () => {
  const { state, told, uses } = start()
  state.away = false
  uses.note('a', 3)
  await later(1)
  expect(told).toEqual([{ id: 'a:3', subject: 'evt.gateway.sessionUsed', payload: { sessionId: 'a', generation: 3 } }])
})

test('closing waits for what is being told', async () => {
  const stored = Promise.withResolvers<void>()
  const uses = openSessionUses(
    { publish: () => stored.promise },
    createEndedSessions(900),
    createLogger('gateway', 'silent'),
  )
  uses.note('a', 1)
  let closed = false
  const closing = uses[Symbol.asyncDispose]().then(() => {
    closed = true
  })
  await later(1)
  expect(closed).toBe(false)
  stored.resolve()
  await closing
  expect(closed).toBe(true)
})
