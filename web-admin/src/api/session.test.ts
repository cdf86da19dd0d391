import { expect, test } from 'vitest'
import { createSession, type Received, SignedOutError, type Tokens } from './session.ts'

class Refused extends Error {}

const jwt = (exp: number, iat: number, id = '') => `h.${btoa(JSON.stringify({ exp, iat, id }))}.s`

/** Two tabs of one browser whose clock shows `clock.ms`. */
function browser(reissue: () => Promise<Received>, clock = { ms: 1_000_000_000 }) {
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
  let last: Promise<unknown> = Promise.resolve()
  const exclusively = <T>(task: () => Promise<T>): Promise<T> => {
    const run = last.then(task, task)
    last = run.catch(() => undefined)
    return run
  }
  const options = { storage, exclusively, reissue, refused: (e: unknown) => e instanceof Refused, now: () => clock.ms }
  return { entries, clock, tabs: [createSession(options), createSession(options)] as const }
}

/** A pair in an answer of that moment, by the server's clock. */
const received = (tokens: Tokens, answeredAt: number | null = 1_000_000_000): Received => ({ tokens, answeredAt })
const expired = (id = '') => ({ accessToken: jwt(999_000, 998_100, id), refreshToken: `refresh${id}` })
const fresh = (id = '') => ({ accessToken: jwt(1_000_900, 1_000_000, id), refreshToken: `refresh-next${id}` })

test('a valid token is used as it is', async () => {
  const { tabs } = browser(() => Promise.reject(new Error('not asked')))
  await tabs[0].end(received(fresh()))
  expect(await tabs[0].accessToken()).toBe(fresh().accessToken)
})

test('an expired one is exchanged once for all calls of all tabs', async () => {
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

test('a server that is away leaves the tokens where they are', async () => {
  const { tabs, entries } = browser(() => Promise.reject(new TypeError('network')))
  entries.set('accessToken', expired().accessToken).set('refreshToken', 'r')
  await expect(tabs[0].accessToken()).rejects.toBeInstanceOf(TypeError)
  expect(tabs[0].exists()).toBe(true)
})

test('signing out while an exchange runs is not undone by its answer', async () => {
  const answer = Promise.withResolvers<Received>()
  const { tabs, entries } = browser(() => answer.promise)
  entries.set('accessToken', expired().accessToken).set('refreshToken', 'r')
  const token = tabs[0].accessToken()
  await Promise.resolve()
  entries.clear()
  answer.resolve(received(fresh()))
  await expect(token).rejects.toBeInstanceOf(SignedOutError)
  expect(entries.size).toBe(0)
})

test('a pair that another tab left while an exchange ran is used, since storage reaches other tabs late', async () => {
  const answer = Promise.withResolvers<Received>()
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

test('nothing stored, or half of it, is no session', async () => {
  const { tabs, entries } = browser(() => Promise.reject(new Error('not asked')))
  await expect(tabs[0].accessToken()).rejects.toBeInstanceOf(SignedOutError)
  entries.set('accessToken', fresh().accessToken)
  await expect(tabs[0].accessToken()).rejects.toBeInstanceOf(SignedOutError)
})

test.each([-7_200, 7_200])('a clock that is %i s off does not expire a token just issued', async (seconds) => {
  const { tabs, clock } = browser(() => Promise.reject(new Error('not asked')))
  clock.ms += seconds * 1000
  await tabs[0].end(received(fresh()))
  expect(await tabs[0].accessToken()).toBe(fresh().accessToken)
  expect(Math.abs(tabs[0].serverNow() - 1_000_000_000)).toBeLessThanOrEqual(1000)
  clock.ms += 900_000
  await expect(tabs[0].accessToken()).rejects.toThrow('not asked')
})

test.each([0, 0.3, 0.7, 0.999])(
  'a right clock is believed: a token of 3 s issued %d s after the full second is not used past its end',
  async (fraction) => {
    const { tabs, clock } = browser(() => Promise.reject(new Error('not asked')))
    clock.ms += fraction * 1000 // the server counts whole seconds in `iat` and in `Date`
    await tabs[0].end(received({ accessToken: jwt(1_000_003, 1_000_000), refreshToken: 'r' }))
    clock.ms = 1_000_003_000
    await expect(tabs[0].accessToken()).rejects.toThrow('not asked')
  },
)

test.each([0, -7_200, 7_200])(
  'a pair issued ten minutes ago, given again for a lost answer, moves no clock that is %i s off',
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
    expect(exchanges).toBe(2) // its own end counts, not ten minutes more
  },
)

test('an answer that does not say its time leaves our clock to be believed', async () => {
  const { tabs } = browser(() => Promise.reject(new Error('not asked')))
  await tabs[0].end(received({ accessToken: jwt(1_000_300, 999_400), refreshToken: 'r' }, 1_000_000_000 - 7_200_000))
  expect(tabs[0].serverNow()).not.toBe(1_000_000_000)
  await tabs[0].end(received({ accessToken: jwt(1_000_300, 999_400), refreshToken: 'r' }, null))
  expect(tabs[0].serverNow()).toBe(1_000_000_000)
})

test('a 401 forgets only the token that was refused', async () => {
  const { tabs } = browser(() => Promise.reject(new Error('not asked')))
  await tabs[0].end(received(fresh()))
  tabs[0].forget('another')
  expect(tabs[0].exists()).toBe(true)
  tabs[0].forget(fresh().accessToken)
  expect(tabs[0].exists()).toBe(false)
})
