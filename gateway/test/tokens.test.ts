import { AppError, eventSubject } from '@kingcar/contract'
import { readTokenKeys } from '@kingcar/runtime'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { forgedTokens } from '@kingcar/testing/forgeries'
import { createKeys, goodClaims, goodHeader, signed } from '@kingcar/testing/tokens'
import { describe, expect, test } from 'vitest'
import { eventually, failureOf, startEdge } from './edge.ts'

const edge = startedBeforeAll(() => startEdge({ ACCESS_TOKEN_SECONDS: '900' }))

const call = (token: string, from = edge.url) =>
  fetch(`${from}/admin/api/admins`, { headers: { authorization: `Bearer ${token}` } })
const now = () => Math.floor(Date.now() / 1_000)
const good = (changes: Record<string, unknown> = {}) => signed(goodHeader, goodClaims(changes), edge.keys.privateKey)
const withHeader = (header: object) => signed({ ...goodHeader, ...header }, goodClaims(), edge.keys.privateKey)
const other = createKeys()
// ASVS 7.2.1, 9.1.1, 9.1.2, 9.1.3, 9.2.2, 9.2.3, 10.3.1, 11.6.1
describe('a forged token is not accepted', () => {
  // the gateway's key does not exist yet here, so the names come from another one
  test.each(Object.keys(forgedTokens(other.privateKey)))('%s', async (name) => {
    const token = forgedTokens(edge.keys.privateKey)[name]?.() ?? ''
    for (let turn = 0; turn < 2; turn++) {
      expect(await failureOf(await call(token))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })

  test('and none of them reaches a service', () => {
    expect(edge.calls).toEqual([])
  })
})

describe('a token', () => {
  test('is accepted repeatedly, with an unknown kid, and with any spelling of the scheme', async () => {
    const token = withHeader({ kid: 'any' })
    expect((await call(token)).status).toBe(200)
    expect((await call(token)).status).toBe(200)
    const written = await edge.get('/admin/api/admins', { authorization: `bearer  ${token}` })
    expect(written.status).toBe(200)
  })

  test('of either of two configured keys is accepted, with or without its kid, and of a third key is not', async () => {
    const [next, third] = [createKeys(), createKeys()]
    const { url: both } = await edge.startAnother({ JWT_PUBLIC_KEY: next.pem + edge.keys.pem })
    const kid = readTokenKeys(next.pem, 'KEY')[0].kid
    for (const { privateKey } of [edge.keys, next]) {
      expect((await call(signed(goodHeader, goodClaims(), privateKey), both)).status).toBe(200)
    }
    expect((await call(signed({ ...goodHeader, kid }, goodClaims(), next.privateKey), both)).status).toBe(200)
    expect((await call(signed({ ...goodHeader, kid }, goodClaims(), third.privateKey), both)).status).toBe(401)
    expect((await call(signed(goodHeader, goodClaims(), next.privateKey))).status).toBe(401)
  })

  // ASVS 9.2.1
  test('that expired is reported as expired; a forged one that expired is not', async () => {
    const past = { iat: now() - 1_000, exp: now() - 100 }
    expect(await failureOf(await call(good(past)))).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
    const bad = signed(goodHeader, goodClaims(past), other.privateKey)
    expect(await failureOf(await call(bad))).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('is not accepted for longer than ended sessions are stored', async () => {
    const long = good({ iat: now() - 1_000, exp: now() + 100_000 })
    expect(await failureOf(await call(long))).toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  // ASVS 8.3.2
  test('expires while it is cached as valid', async () => {
    const token = good({ iat: now() - 898, exp: now() + 2 })
    expect((await call(token)).status).toBe(200)
    await eventually(async () => (await call(token)).status).toBe(401)
    expect(await failureOf(await call(token))).toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  test('of another role is forbidden', async () => {
    expect(await failureOf(await call(good({ role: 'member' })))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'token'])(
    'is missing in %j',
    async (authorization) => {
      expect(await failureOf(await edge.get('/admin/api/admins', { authorization }))).toMatchObject({ status: 401 })
    },
  )
})

test('the first use of each generation of a session is published once', async () => {
  const told: unknown[] = []
  const follower = await edge.services.follow(
    'EVENTS',
    'now',
    ({ data }) => told.push(JSON.parse(Buffer.from(data).toString())),
    ['evt.gateway.sessionUsed'],
  )
  const sid = crypto.randomUUID()
  const first = good({ sid, gen: 1 })
  for (const token of [first, first, good({ sid, gen: 1 }), good({ sid, gen: 2 }), first]) await call(token)
  await call(good({ sid: crypto.randomUUID(), gen: 7 }))
  await eventually(() => told).toHaveLength(3)
  expect(told.slice(0, 2)).toEqual([
    { sessionId: sid, generation: 1 },
    { sessionId: sid, generation: 2 },
  ])
  await follower.stop()
})

describe('a session that ended', () => {
  // ASVS 7.4.1
  test('is refused immediately by the gateway of its logout, and soon by every other gateway', async () => {
    const another = await edge.startAnother()
    const sid = crypto.randomUUID()
    const token = good({ sid })
    expect((await call(token)).status).toBe(200)
    expect((await call(token, another.url)).status).toBe(200)
    const logout = await edge.send(
      'POST',
      '/admin/api/logout',
      { accessToken: token, refreshToken: 'r' },
      { authorization: `Bearer ${token}` },
    )
    expect(logout.status).toBe(200)
    expect(await failureOf(await call(token))).toMatchObject({ code: 'UNAUTHENTICATED' })
    await edge.endSession(sid)
    await eventually(async () => (await call(token, another.url)).status).toBe(401)
  })

  test('can be ended with its expired token, but not with an expired forged one', async () => {
    const logout = (token: string) => {
      const body = { accessToken: token, refreshToken: 'r' }
      return edge.send('POST', '/admin/api/logout', body, { authorization: `Bearer ${token}` })
    }
    const sid = crypto.randomUUID()
    const expired = goodClaims({ iat: now() - 2_000, exp: now() - 1_100, sid })
    const forged = signed(goodHeader, expired, other.privateKey)
    expect(await failureOf(await logout(forged))).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await call(good({ sid }))).status).toBe(200)
    expect((await logout(signed(goodHeader, expired, edge.keys.privateKey))).status).toBe(200)
    expect((await call(good({ sid }))).status).toBe(401)
  })

  // ASVS 7.4.1
  test('is known to a gateway that starts later', async () => {
    const sid = crypto.randomUUID()
    await edge.endSession(sid)
    const later = await edge.startAnother()
    expect((await call(good({ sid }), later.url)).status).toBe(401)
    expect((await call(good(), later.url)).status).toBe(200)
  })

  test('an invalid event is logged and skipped', async () => {
    await edge.services.publish([
      { id: crypto.randomUUID(), subject: eventSubject('member.sessionEnded'), payload: { sessionId: 7 } },
    ])
    await eventually(() => edge.output()).toContain('invalid sessionEnded event ignored')
    const sid = crypto.randomUUID()
    await edge.endSession(sid)
    await eventually(async () => (await call(good({ sid }))).status).toBe(401)
  })
})

test('notices need a member until the setting makes them public', async () => {
  const member = { authorization: `Bearer ${good({ role: 'member' })}` }
  expect((await edge.get('/api/notices')).status).toBe(401)
  expect((await edge.get('/api/notices', member)).status).toBe(200)
  await edge.services.publish([
    { id: crypto.randomUUID(), subject: 'settings.notices.public', payload: { value: true, version: 1 } },
  ])
  await eventually(async () => (await edge.get('/api/notices')).status).toBe(200)
  expect((await edge.get('/api/notices', { authorization: 'Bearer nonsense' })).status).toBe(200)
})

test('a token is checked for a private image and ignored for a public one', async () => {
  const [shown, object] = ['image/png', 'images/shown/original']
  const data = (async function* () {
    yield Buffer.from('picture')
  })()
  await edge.services.images.put(object, data, { contentType: shown, limit: 99 })
  const newPath = () => `/api/images/${crypto.randomUUID()}`
  const path = newPath()
  const ended = crypto.randomUUID()
  await edge.endSession(ended)
  const past = { iat: now() - 1_000, exp: now() - 100 }
  const tokens: [string | undefined, string][] = [
    [undefined, 'UNAUTHENTICATED'],
    ['x', 'UNAUTHENTICATED'],
    [good(past), 'TOKEN_EXPIRED'],
    [good({ sid: ended }), 'UNAUTHENTICATED'],
  ]
  for (const [token, code] of tokens) {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    edge.answers.set('getImage', () => ({ object, public: true }))
    const seen = await edge.get(path, headers)
    const said = ['cache-control', 'cross-origin-resource-policy'].map((name) => seen.headers.get(name))
    expect([seen.status, ...said]).toEqual([200, 'public, max-age=60', 'cross-origin'])
    expect(await seen.text()).toBe('picture')
    edge.answers.set('getImage', ({ actor }) => {
      throw new AppError(actor ? 'IMAGE_NOT_FOUND' : 'UNAUTHENTICATED')
    })
    const refused = await edge.get(newPath(), headers)
    expect([refused.status, (await failureOf(refused)).code]).toEqual([401, code])
  }
  const signedIn = { authorization: `Bearer ${good()}` }
  expect((await edge.get(path, signedIn)).status).toBe(404)
  edge.answers.set('getImage', () => ({ object, public: false }))
  const { headers } = await edge.get(path, signedIn)
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  edge.failures.set('getImage', new AppError('UNAVAILABLE'))
  const [standIn, unknown] = [await edge.get(path, signedIn), await edge.get(newPath(), signedIn)]
  expect([standIn.status, standIn.headers.get('age'), await standIn.text()]).toEqual([200, '0', 'picture'])
  expect(unknown.status).toBe(503)
  edge.failures.clear()
  edge.answers.set('getImage', () => ({ object: 'images/gone/original', public: true }))
  expect([(await edge.get(newPath())).status, (await edge.get(path, signedIn)).status]).toEqual([401, 404])
})
