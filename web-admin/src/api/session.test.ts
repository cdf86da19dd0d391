import { expect, test } from 'vitest'
import { createSession, type ReceivedTokens, SignedOutError, type Tokens } from './session.ts'

class Refused extends Error {}

const jwt = (exp: number, iat: number, id = '') => `h.${btoa(JSON.stringify({ exp, iat, id }))}.s`

/** Two tabs of one browser whose clock shows `clock.ms`. */
function browser(reissue: () => Promise<ReceivedTokens>, clock = { ms: 1_000_000_000 }) {
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
  let last: Promise<unknown> = Promise.resolve()
  const runExclusive = <T>(task: () => Promise<T>): Promise<T> => {
    const run = last.then(task, task)
    last = run.catch(() => undefined)
    return run
  }
  const isRefusal = (cause: unknown) => cause instanceof Refused
  const options = { storage, runExclusive, reissue, isRefusal, now: () => clock.ms }
  return { entries, clock, tabs: [createSession(options), createSession(options)] as const }
}

/** A pair in a response of that time, by the server's clock. */
const received = (tokens: Tokens, answeredAt: number | null = 1_000_000_000): ReceivedTokens => ({ tokens, answeredAt })
const expired = (id = '') => ({ accessToken: jwt(999_000, 998_100, id), refreshToken: `refresh${id}` })
const fresh = (id = '') => ({ accessToken: jwt(1_000_900, 1_000_000, id), refreshToken: `refresh-next${id}` })

test('a valid token is used as it is', async () => {
  const { tabs } = browser(() => Promise.reject(new Error('unexpected exchange')))
  await tabs[0].end(received(fresh()))
  expect(await tabs[0].accessToken()).toBe(fresh().accessToken)
})

test('an expired token is exchanged once for all calls of all tabs', async () => {
  let exchanges = 0
  const { tabs, entries } = browser(async () => {
    exchanges += 1
    return received(fresh())
  })
  entries.set('accessToken', expired().accessToken).set('refreshToken', expired().refreshToken)
  const tokens = await Promise.all([0, 1, 0, 1, 0].map((tab) => tabs[tab === 0 ? 0 : 1].accessToken()))
  expect(new Set(tokens)).toEqual(new Set([fresh().accessToken]))
  expect(exchanges).toBe(1)
  expect(entries.get('refreshToken')).toBe('refresh-next')
})

test('a refused exchange signs out and leaves no token', async () => {
  const { tabs, entries } = browser(() => Promise.reject(new Refused()))
  entries.set('accessToken', 'unreadable').set('refreshToken', 'r')
  await expect(tabs[0].accessToken()).rejects.toBeInstanceOf(SignedOutError)
  expect(tabs[0].exists()).toBe(false)
  expect(entries.size).toBe(0)
})

test('an unreachable server leaves the tokens stored', async () => {
  const { tabs, entries } = browser(() => Promise.reject(new TypeError('network')))
  entries.set('accessToken', expired().accessToken).set('refreshToken', 'r')
  await expect(tabs[0].accessToken()).rejects.toBeInstanceOf(TypeError)
  expect(tabs[0].exists()).toBe(true)
})

test('signing out during an exchange is not undone by its response', async () => {
  const answer = Promise.withResolvers<ReceivedTokens>()
  const { tabs, entries } = browser(() => answer.promise)
  entries.set('accessToken', expired().accessToken).set('refreshToken', 'r')
  const token = tabs[0].accessToken()
  await Promise.resolve()
  entries.clear()
  answer.resolve(received(fresh()))
  await expect(token).rejects.toBeInstanceOf(SignedOutError)
  expect(entries.size).toBe(0)
})

test('a pair that another tab stored during an exchange is used, since storage reaches other tabs late', async () => {
  const answer = Promise.withResolvers<ReceivedTokens>()
  const { tabs, entries } = browser(() => answer.promise)
  entries.set('accessToken', expired().accessToken).set('refreshToken', 'r')
  const token = tabs[0].accessToken()
  await Promise.resolve()
  const theirs = fresh()
  entries.set('accessToken', theirs.accessToken).set('refreshToken', 'theirs')
  answer.resolve(received(fresh()))
  expect(await token).toBe(theirs.accessToken)
  expect(entries.get('refreshToken')).toBe('theirs')
})

test('without both tokens there is no session', async () => {
  const { tabs, entries } = browser(() => Promise.reject(new Error('unexpected exchange')))
  await expect(tabs[0].accessToken()).rejects.toBeInstanceOf(SignedOutError)
  entries.set('accessToken', fresh().accessToken)
  await expect(tabs[0].accessToken()).rejects.toBeInstanceOf(SignedOutError)
})

test.each([-7_200, 7_200])('a clock that is %i s off does not expire a token just issued', async (seconds) => {
  const { tabs, clock } = browser(() => Promise.reject(new Error('unexpected exchange')))
  clock.ms += seconds * 1000
  await tabs[0].end(received(fresh()))
  expect(await tabs[0].accessToken()).toBe(fresh().accessToken)
  expect(Math.abs(tabs[0].serverNow() - 1_000_000_000)).toBeLessThanOrEqual(1000)
  clock.ms += 900_000
  await expect(tabs[0].accessToken()).rejects.toThrow('unexpected exchange')
})

test.each([0, 0.3, 0.7, 0.999])(
  'a correct clock is trusted: a token of 3 s issued %d s after the full second is not used after its end',
  async (fraction) => {
    const { tabs, clock } = browser(() => Promise.reject(new Error('unexpected exchange')))
    clock.ms += fraction * 1000 // the server counts whole seconds in `iat` and in `Date`
    await tabs[0].end(received({ accessToken: jwt(1_000_003, 1_000_000), refreshToken: 'r' }))
    clock.ms = 1_000_003_000
    await expect(tabs[0].accessToken()).rejects.toThrow('unexpected exchange')
  },
)

test.each([0, -7_200, 7_200])(
  'a pair issued ten minutes ago and repeated after a lost response does not change the offset of a clock that is %i s off',
  async (seconds) => {
    const pair = { accessToken: jwt(1_000_300, 999_400), refreshToken: 'r' }
    let exchanges = 0
    const { tabs, clock, entries } = browser(async () => {
      exchanges += 1
      return received(pair)
    })
    clock.ms += seconds * 1000
    entries.set('accessToken', jwt(990_000, 989_100)).set('refreshToken', 'old')
    entries.set('clockOffset', String(-seconds))
    expect(await tabs[0].accessToken()).toBe(pair.accessToken)
    expect(Math.abs(tabs[1].serverNow() - 1_000_000_000)).toBeLessThanOrEqual(1000)
    clock.ms += 299_000
    await tabs[0].accessToken()
    expect(exchanges).toBe(2) // its own expiry counts, not one ten minutes later
  },
)

test("a response without a time leaves this machine's clock trusted", async () => {
  const { tabs } = browser(() => Promise.reject(new Error('unexpected exchange')))
  await tabs[0].end(received({ accessToken: jwt(1_000_300, 999_400), refreshToken: 'r' }, 1_000_000_000 - 7_200_000))
  expect(tabs[0].serverNow()).not.toBe(1_000_000_000)
  await tabs[0].end(received({ accessToken: jwt(1_000_300, 999_400), refreshToken: 'r' }, null))
  expect(tabs[0].serverNow()).toBe(1_000_000_000)
})

test('while another pair replaces the session, other tabs see a session after each write', async () => {
  const { tabs, entries } = browser(() => Promise.reject(new Error('unexpected exchange')))
  await tabs[0].end(received(fresh()))
  const seen: boolean[] = []
  for (const name of ['set', 'delete'] as const) {
    const write = entries[name].bind(entries) as (...entry: string[]) => never
    entries[name] = (...entry: string[]) => {
      const result = write(...entry)
      seen.push(tabs[1].exists())
      return result
    }
  }
  expect(await tabs[0].end(received({ accessToken: fresh().accessToken, refreshToken: 'other' }))).toEqual(fresh())
  expect(seen.length).toBeGreaterThan(1)
  expect(seen).not.toContain(false)
})

test('a 401 forgets only the refused token', async () => {
  const { tabs } = browser(() => Promise.reject(new Error('unexpected exchange')))
  await tabs[0].end(received(fresh()))
  tabs[0].forget('another')
  expect(tabs[0].exists()).toBe(true)
  tabs[0].forget(fresh().accessToken)
  expect(tabs[0].exists()).toBe(false)
})
