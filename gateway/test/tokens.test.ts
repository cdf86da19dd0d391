import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { AppError } from '@kingcar/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Edge, eventually, failureOf, startEdge } from './edge.ts'
import { createKeys, goodClaims, goodHeader, part, signed } from './tokens.ts'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge({ ACCESS_TOKEN_SECONDS: '900' })
})
afterAll(() => edge[Symbol.asyncDispose]())

const call = (token: string, from = edge.url) =>
  fetch(`${from}/admin/api/admins`, { headers: { authorization: `Bearer ${token}` } })
const now = () => Math.floor(Date.now() / 1_000)
const good = (changes: Record<string, unknown> = {}) => signed(goodHeader, goodClaims(changes), edge.keys.privateKey)
const withHeader = (header: object) => signed({ ...goodHeader, ...header }, goodClaims(), edge.keys.privateKey)
const without = (claim: string) => {
  const { [claim]: _gone, ...claims } = goodClaims()
  return signed(goodHeader, claims, edge.keys.privateKey)
}
const hmac = (alg: string, hash: string, key: string) => {
  const input = `${part({ alg, typ: 'JWT' })}.${part(goodClaims())}`
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
}
const rawClaims = (json: string) => {
  const input = `${part(goodHeader)}.${part(json)}`
  return `${input}.${sign(null, Buffer.from(input), edge.keys.privateKey).toString('base64url')}`
}
const parts = () => good().split('.') as [string, string, string]

const other = createKeys()
const forged: Record<string, () => string> = {
  'alg none, no signature': () => `${part({ alg: 'none', typ: 'JWT' })}.${part(goodClaims())}.`,
  'alg None': () => `${part({ alg: 'None', typ: 'JWT' })}.${part(goodClaims())}.`,
  'alg none with a real signature': () => withHeader({ alg: 'none' }),
  'HS256 with the public key': () => hmac('HS256', 'sha256', edge.keys.pem),
  'HS256 with the public key, trimmed': () => hmac('HS256', 'sha256', edge.keys.pem.trim()),
  'HS512 with the public key': () => hmac('HS512', 'sha512', edge.keys.pem),
  'HS256 with an empty key': () => hmac('HS256', 'sha256', ''),
  'alg EdDSA over an HMAC': () => hmac('EdDSA', 'sha256', edge.keys.pem),
  'alg ES256 over our signature': () => withHeader({ alg: 'ES256' }),
  'alg RS256 over our signature': () => withHeader({ alg: 'RS256' }),
  'alg missing': () => signed({ typ: 'JWT' }, goodClaims(), edge.keys.privateKey),
  'alg a list': () => withHeader({ alg: ['EdDSA'] }),
  'another Ed25519 key': () => signed(goodHeader, goodClaims(), other.privateKey),
  'another curve': () => {
    const { privateKey } = generateKeyPairSync('ed448')
    return signed(goodHeader, goodClaims(), createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  },
  'embedded jwk': () =>
    signed({ ...goodHeader, jwk: other.publicKey.export({ format: 'jwk' }) }, goodClaims(), other.privateKey),
  'jku of an attacker': () =>
    signed({ ...goodHeader, jku: 'https://evil.test/jwks.json' }, goodClaims(), other.privateKey),
  'x5c of an attacker': () => signed({ ...goodHeader, x5c: [other.pem] }, goodClaims(), other.privateKey),
  'kid with a path': () => signed({ ...goodHeader, kid: '../../dev/null' }, goodClaims(), other.privateKey),
  'kid with SQL': () => signed({ ...goodHeader, kid: "' union select 'x" }, goodClaims(), other.privateKey),
  'crit of something unknown': () => withHeader({ crit: ['b64'], b64: false }),
  'crit empty': () => withHeader({ crit: [] }),
  'typ of another kind': () => withHeader({ typ: 'refresh+jwt' }),
  'typ missing': () => signed({ alg: 'EdDSA' }, goodClaims(), edge.keys.privateKey),
  'wrong issuer': () => good({ iss: 'https://evil.test' }),
  'issuer a list': () => good({ iss: ['kingcar'] }),
  'issuer missing': () => without('iss'),
  'audience of another role': () => good({ aud: 'member', role: 'admin' }),
  'audience a list': () => good({ aud: ['admin', 'member'] }),
  'audience missing': () => without('aud'),
  'role unknown': () => good({ role: 'root' }),
  'role missing': () => without('role'),
  'role of a prototype': () => good({ role: 'constructor' }),
  'subject missing': () => without('sub'),
  'subject no id': () => good({ sub: "1' or '1'='1" }),
  'session missing': () => without('sid'),
  'session a number': () => good({ sid: 7 }),
  'exp missing': () => without('exp'),
  'exp a string': () => good({ exp: String(now() + 900) }),
  'exp Infinity': () => rawClaims(JSON.stringify(goodClaims()).replace(/"exp":\d+/, '"exp":1e999')),
  'exp beyond the safe integers': () => good({ exp: Number.MAX_SAFE_INTEGER + 1 }),
  'exp a fraction': () => good({ exp: now() + 900.5 }),
  'exp negative': () => good({ exp: -1 }),
  'exp null': () => good({ exp: null }),
  'iat missing': () => without('iat'),
  'iat in the future': () => good({ iat: now() + 3_600, exp: now() + 7_200 }),
  'nbf in the future': () => good({ nbf: now() + 3_600 }),
  'claims tampered': () => {
    const [header, , signature] = parts()
    return `${header}.${part(goodClaims())}.${signature}`
  },
  'signature cut': () => good().slice(0, -4),
  'signature with spare bits': () => {
    const token = good()
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(token.at(-1) ?? 'A')
    return token.slice(0, -1) + alphabet[last ^ 1]
  },
  'signature padded': () => `${good()}==`,
  'signature missing': () => parts().slice(0, 2).join('.'),
  'signature empty': () => `${parts().slice(0, 2).join('.')}.`,
  'claims empty': () => `${part(goodHeader)}..${parts()[2]}`,
  'claims a list': () => rawClaims('[]'),
  'claims null': () => rawClaims('null'),
  'claims no JSON': () => rawClaims('{'),
  'header no JSON': () => `${part('{')}.${part(goodClaims())}.${parts()[2]}`,
  'nested token': () => rawClaims(JSON.stringify(good())),
  'five parts (JWE)': () => `${good()}.a.b`,
  'dots alone': () => '..',
  'a huge one': () => good({ extra: 'x'.repeat(5_000) }),
}

describe('a forged token is not accepted', () => {
  test.each(Object.keys(forged))('%s', async (name) => {
    const token = forged[name]?.() ?? ''
    for (let turn = 0; turn < 2; turn++) {
      expect(await failureOf(await call(token))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })

  test('and none of them reached a service', () => {
    expect(edge.calls).toEqual([])
  })
})

describe('a token', () => {
  test('of ours is accepted, again too, with any stray kid, however the scheme is written', async () => {
    const token = withHeader({ kid: 'any' })
    expect((await call(token)).status).toBe(200)
    expect((await call(token)).status).toBe(200)
    const written = await edge.get('/admin/api/admins', { authorization: `bearer  ${token}` })
    expect(written.status).toBe(200)
  })

  test('that is over is told so; a bad one that is over is not', async () => {
    const past = { iat: now() - 1_000, exp: now() - 100 }
    expect(await failureOf(await call(good(past)))).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
    const bad = signed(goodHeader, goodClaims(past), other.privateKey)
    expect(await failureOf(await call(bad))).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('lives no longer than the memory of ended sessions', async () => {
    const long = good({ iat: now() - 1_000, exp: now() + 100_000 })
    expect(await failureOf(await call(long))).toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  test('dies while it is trusted', async () => {
    const token = good({ iat: now() - 898, exp: now() + 2 })
    expect((await call(token)).status).toBe(200)
    await eventually(async () => (await call(token)).status).toBe(401)
    expect(await failureOf(await call(token))).toMatchObject({ code: 'TOKEN_EXPIRED' })
  })

  test('of another role is forbidden', async () => {
    expect(await failureOf(await call(good({ role: 'member' })))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'token'])('is not %j', async (authorization) => {
    expect(await failureOf(await edge.get('/admin/api/admins', { authorization }))).toMatchObject({ status: 401 })
  })
})

test('the first use of each generation of a session is told, once', async () => {
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
  test('is refused at once where its logout was answered, and soon on every other gateway', async () => {
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

  test('is known to a gateway that starts later', async () => {
    const sid = crypto.randomUUID()
    await edge.endSession(sid)
    const later = await edge.startAnother()
    expect((await call(good({ sid }), later.url)).status).toBe(401)
    expect((await call(good(), later.url)).status).toBe(200)
  })

  test('an event that cannot be read is logged and stops nothing', async () => {
    await edge.services.publish([
      { id: crypto.randomUUID(), subject: 'evt.member.sessionEnded', payload: { sessionId: 7 } },
    ])
    await eventually(() => edge.output()).toContain('unreadable event')
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

test('a token is looked at where an image needs one, and not where everybody sees it', async () => {
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
