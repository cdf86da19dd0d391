import type { Logger } from '@kingcar/runtime'
import { waitFor } from '@kingcar/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Connector } from '../connection/connector.ts'
import type { Publish } from '../types.ts'
import { Relay } from './relay.ts'

/*
 * The relay with a list of rows as its database: when it looks, what it publishes, and what it does after failures. Times are
 * lower bounds, which hold on a busy machine, too. With PostgreSQL: test/outbox.test.ts.
 */

const opened: Relay[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((relay) => relay.stop()))
})

/** A relay; `statements` has the first words of its statements, `looks` and `attempts` the times of its looks and publishes. */
function start({
  publish = async () => undefined,
  maintainEvery = 3_600_000,
}: {
  publish?: Publish
  maintainEvery?: number
} = {}) {
  const rows: {
    id: number
    message_id: string
    subject: string
    payload: object
    request_id: string | null
    traceparent: null
    lane: string
  }[] = []
  const state = { sessions: 0, dead: false }
  const statements: string[] = []
  const [looks, attempts]: [number[], number[]] = [[], []]
  const sent: Parameters<Publish>[0][] = []
  const run = async (statement: string, parameters: readonly unknown[] = []) => {
    statements.push(
      statement
        .split(/[ (]/)
        .slice(0, statement.startsWith('delete') ? 3 : 2)
        .join(' '),
    )
    if (statement.startsWith('select id')) {
      looks.push(performance.now())
      const [limit, wanted] = [Number(parameters[0]), String(parameters[1]).slice(1, -1).split(',')]
      return wanted.flatMap((each) => rows.filter(({ lane }) => lane === each).slice(0, limit))
    }
    if (statement.startsWith('delete from outbox')) {
      const gone = new Set(String(parameters[0]).slice(1, -1).split(',').map(Number))
      rows.splice(0, rows.length, ...rows.filter(({ id }) => !gone.has(id)))
    }
    return []
  }
  const connector = {
    open: () => {
      state.sessions += 1
      state.dead = false
      return {
        run,
        get dead() {
          return state.dead
        },
      }
    },
  }
  const warned: unknown[][] = []
  const log = { warn: (...said: unknown[]) => void warned.push(said) }
  const relay = new Relay(
    connector as unknown as Connector,
    async (messages) => {
      attempts.push(performance.now())
      await publish(messages)
      sent.push(messages)
    },
    log as unknown as Logger,
    { maintainEvery },
  )
  opened.push(relay)
  let last = 0
  const commit = (count: number, requestId: string | null = null, lane = 'evt') => {
    for (let at = 0; at < count; at++) {
      last += 1
      rows.push({
        id: last,
        message_id: `m${last}`,
        subject: `${lane}.x`,
        payload: { last },
        request_id: requestId,
        traceparent: null,
        lane,
      })
    }
    relay.kick()
  }
  return { relay, commit, rows, state, statements, looks, attempts, sent, warned }
}

const sizes = (batches: readonly (readonly unknown[])[]) => batches.map(({ length }) => length)

test('each row is published with its id, its subject and the id of its request', async () => {
  const { commit, sent, rows } = start()
  commit(1, 'r1')
  await expect.poll(() => rows.length).toBe(0)
  commit(1)
  await expect.poll(() => rows.length).toBe(0)
  expect(sent).toEqual([
    [{ id: 'm1', subject: 'evt.x', payload: { last: 1 }, requestId: 'r1' }],
    [{ id: 'm2', subject: 'evt.x', payload: { last: 2 } }],
  ])
})

test('full batches are published under one lock until a partial one, and an empty outbox publishes nothing', async () => {
  const { relay, commit, statements, sent } = start()
  await expect.poll(() => statements.length).toBe(3) // the first look, which finds nothing
  statements.length = 0
  commit(203)
  await expect.poll(() => sizes(sent)).toEqual([100, 100, 3])
  const [look, gone] = ['select id,', 'delete from outbox']
  await expect
    .poll(() => statements)
    .toEqual(['select pg_advisory_lock', look, gone, look, gone, look, gone, 'select pg_advisory_unlock'])
  statements.length = 0
  commit(100)
  await expect
    .poll(() => statements)
    .toEqual(['select pg_advisory_lock', look, gone, look, 'select pg_advisory_unlock'])
  await relay.stop()
  expect(sizes(sent)).toEqual([100, 100, 3, 100])
})

test('polls are 15 ms apart, and 40 ms after a poll that found many rows', async () => {
  const { commit, looks } = start()
  const gapAfter = async (count: number) => {
    commit(count)
    const before = looks.length
    await expect.poll(() => looks.length).toBeGreaterThan(before)
    const at = looks.length - 1
    commit(1)
    await expect.poll(() => looks.length).toBeGreaterThan(at + 1)
    return (looks[at + 1] as number) - (looks[at] as number)
  }
  await expect.poll(() => looks.length).toBe(1)
  expect(await gapAfter(4)).toBeGreaterThanOrEqual(12)
  expect(await gapAfter(5)).toBeGreaterThanOrEqual(32)
})

test('a failed publish is retried with growing pauses despite new commits, and logged once', async () => {
  const reason = new Error('the bus is away')
  let isAway = true
  const { commit, attempts, warned, statements, sent } = start({
    publish: async () => {
      if (isAway) throw reason
    },
  })
  const committing = setInterval(() => commit(1), 5)
  await expect.poll(() => attempts.length, { interval: 5 }).toBeGreaterThanOrEqual(5)
  const gaps = attempts.slice(1, 5).map((at, index) => at - (attempts[index] as number))
  for (const [at, least] of [40, 80, 160, 320].entries()) expect(gaps[at]).toBeGreaterThanOrEqual(least)
  expect(warned).toEqual([[{ err: reason }, 'outbox publish failed, retrying']])
  isAway = false
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  clearInterval(committing)
  await expect.poll(() => statements.at(-1)).toBe('select pg_advisory_unlock')
  const count = (word: string) => statements.filter((each) => each === word).length
  expect(count('select pg_advisory_lock')).toBe(count('select pg_advisory_unlock'))
  // then a commit is published immediately again
  const began = performance.now()
  const before = sent.length
  commit(1)
  await expect.poll(() => sent.length, { interval: 5 }).toBeGreaterThan(before)
  expect(performance.now() - began).toBeLessThan(900)
})

test('rows of a stream that is full do not delay other lanes', async () => {
  const { commit, sent, rows } = start({
    publish: async ([first]) => {
      if (first?.subject.startsWith('evt.')) throw new Error('full')
    },
  })
  commit(250)
  commit(1, null, 'devices')
  commit(101, null, 'settings')
  await expect.poll(() => rows.length).toBe(250)
  expect(sizes(sent).toSorted()).toEqual([1, 1, 100])
  await expect.poll(() => rows.every(({ lane }) => lane === 'evt')).toBe(true)
})

test('a publish without a reply for five seconds has failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { commit, attempts, warned } = start({ publish: () => new Promise(() => undefined) })
  commit(1)
  await waitFor(() => expect(attempts).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(4_900)
  expect(warned).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(warned).toMatchObject([[{ err: { message: 'not published within 5000 ms' } }, expect.any(String)]])
  opened.length = 0 // stopping it would take another five seconds
})

test('a relay keeps its session while it is open, and does not unlock on a closed one', async () => {
  const { commit, state, statements, sent, looks } = start()
  commit(1)
  await expect.poll(() => sent.length).toBe(1)
  commit(1)
  await expect.poll(() => sent.length).toBe(2)
  expect(state.sessions).toBe(1)
  await expect.poll(() => statements.at(-1)).toBe('select pg_advisory_unlock')
  state.dead = true
  const before = looks.length
  commit(1)
  await expect.poll(() => sent.length).toBe(3)
  expect([state.sessions, looks.length > before]).toEqual([2, true])
})

test('stop publishes the last rows, and ends even if that fails', async () => {
  const { relay, commit, sent, looks } = start()
  await expect.poll(() => looks.length).toBe(1)
  commit(3)
  await relay.stop()
  expect(sizes(sent)).toEqual([3])

  const away = start({ publish: () => Promise.reject(new Error('the bus is away')) })
  away.commit(1)
  await expect.poll(() => away.attempts.length).toBeGreaterThan(0)
  away.commit(1)
  await away.relay.stop()
  expect(away.rows).toHaveLength(2)
})

test('old rows are deleted at the interval, and not before', async () => {
  const { commit, statements, sent } = start()
  for (let at = 1; at <= 3; at++) {
    commit(1)
    await expect.poll(() => sent.length).toBe(at)
  }
  expect(statements).not.toContain('delete from inbox')
  const often = start({ maintainEvery: 1 })
  await expect.poll(() => often.looks.length).toBe(1)
  often.commit(1)
  await expect.poll(() => often.statements).toContain('delete from inbox')
  expect(often.statements).toContain('delete from idempotency')
})
