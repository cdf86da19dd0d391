import type { BusStreams } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { createLogger } from '@kingcar/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maxSessions, openSessionUseReporter } from './report-session-use.ts'
import { createRevokedSessions } from './revoked-sessions.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Message = Parameters<BusStreams['publish']>[0][number]

/** A bus whose publish fails while `unavailable` is true. */
function start() {
  const state = { unavailable: true, attempts: 0 }
  const stored: string[] = []
  const published: Message[] = []
  const publish = async (messages: readonly Message[]) => {
    state.attempts += 1
    await Promise.resolve()
    if (state.unavailable) throw new AppError('UNAVAILABLE')
    stored.push(...messages.map(({ id }) => id))
    published.push(...messages)
  }
  const sessions = createRevokedSessions(900)
  const uses = openSessionUseReporter({ publish }, sessions, createLogger('gateway', 'silent'))
  return { state, stored, published, sessions, uses }
}
const later = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

test('a use is published immediately, and only once', async () => {
  const { state, stored, uses } = start()
  state.unavailable = false
  for (const generation of [1, 1, 2, 1]) uses.report('a', generation)
  await later(60)
  expect([stored, state.attempts]).toEqual([['a:1', 'a:2'], 2])
})

test('a failed publish is retried until it succeeds, without another use', async () => {
  const { state, stored, uses } = start()
  uses.report('a', 1)
  uses.report('b', 4)
  await later(300)
  expect(state.attempts).toBeGreaterThan(10)
  expect(state.attempts).toBeLessThan(50)
  state.unavailable = false
  await later(10)
  expect(stored).toEqual(['a:1', 'b:4'])
  const { attempts } = state
  await later(300)
  expect(state.attempts).toBe(attempts)
  state.unavailable = true
  uses.report('a', 2)
  await later(5)
  state.unavailable = false
  await later(10)
  expect(stored).toEqual(['a:1', 'b:4', 'a:2'])
})

test('a use is not retried after a newer generation or the end of its session', async () => {
  const { state, stored, sessions, uses } = start()
  uses.report('a', 1)
  uses.report('b', 1)
  await later(20)
  uses.report('a', 2)
  sessions.revoke('b')
  await later(20)
  state.unavailable = false
  await later(20)
  expect(stored).toEqual(['a:2'])
})

test('during an outage at most maxSessions unpublished uses are kept', async () => {
  const { state, stored, uses } = start()
  for (let session = 0; session < maxSessions + 3; session++) uses.report(`${session}`, 1)
  await later(1)
  state.unavailable = false
  await later(20)
  expect(stored).toHaveLength(maxSessions)
  expect(stored).not.toContain('2:1')
  expect(stored).toContain('3:1')
})

test('closing stops the retries', async () => {
  const { state, uses } = start()
  uses.report('a', 1)
  await later(5)
  await uses[Symbol.asyncDispose]()
  const { attempts } = state
  await later(300)
  expect(state.attempts).toBe(attempts)
  expect(vi.getTimerCount()).toBe(0)
  uses.report('b', 1)
  await later(300)
  expect(state.attempts).toBe(attempts)
})

test('the event names the session and the generation', async () => {
  const { state, published, uses } = start()
  state.unavailable = false
  uses.report('a', 3)
  await later(1)
  expect(published).toEqual([
    { id: 'a:3', subject: 'evt.gateway.sessionUsed', payload: { sessionId: 'a', generation: 3 } },
  ])
})

test('closing waits for a running publish', async () => {
  const stored = Promise.withResolvers<void>()
  const uses = openSessionUseReporter(
    { publish: () => stored.promise },
    createRevokedSessions(900),
    createLogger('gateway', 'silent'),
  )
  uses.report('a', 1)
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
