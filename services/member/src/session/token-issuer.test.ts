import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { readTokenKeys } from '@kingcar/runtime'
import { expect, test } from 'vitest'
import { createTokenIssuer, type TokenGrant } from './token-issuer.ts'

const pem = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
const base = { issuer: 'kingcar', accessTokenSeconds: 900, refreshTokenDays: 30, sessionDays: 365 }
const options = { ...base, privateKey: pem(), secrets: [randomBytes(32)] as [Buffer] }
const issuer = await createTokenIssuer(options)
const grant = (over: Partial<TokenGrant> = {}): TokenGrant => ({
  sessionId: randomUUID(),
  role: 'admin',
  accountId: randomUUID(),
  generation: 1,
  issuedAt: new Date(),
  createdAt: new Date(),
  ...over,
})
const decode = (token: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())

// ASVS 10.3.3
test('an access token carries exactly the claims of the contract and the generation', () => {
  const given = grant({ issuedAt: new Date(1_700_000_000_900), createdAt: new Date(1_699_999_000_900) })
  const { accessToken } = issuer.issue(given)
  const [{ kid }] = readTokenKeys(options.privateKey, 'KEY')
  expect(decode(accessToken, 0)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid })
  expect(decode(accessToken, 1)).toEqual({
    iss: 'kingcar',
    aud: 'admin',
    sub: given.accountId,
    role: 'admin',
    sid: given.sessionId,
    gen: 1,
    iat: 1_700_000_000,
    exp: 1_700_000_900,
    auth_time: 1_699_999_000,
  })
  const ofMember = issuer.issue({ ...given, role: 'member' })
  expect(decode(ofMember.accessToken, 1)).not.toHaveProperty('auth_time')
})

// ASVS 7.2.2
test('the same grant gives the same bytes, in another process too; another generation none of them', async () => {
  const given = grant()
  const twin = await createTokenIssuer(options)
  expect(twin.issue(given)).toEqual(issuer.issue(given))
  const next = issuer.issue({ ...given, generation: 2 })
  expect(next.accessToken).not.toBe(issuer.issue(given).accessToken)
  expect(next.refreshToken).not.toBe(issuer.issue(given).refreshToken)
})

test("an expired access token still names its session, only for its role and with KingCar's signature", async () => {
  const given = grant({ issuedAt: new Date(0) })
  const { accessToken } = issuer.issue(given)
  expect(issuer.sessionIdOf(accessToken, 'admin')).toBe(given.sessionId)
  expect(issuer.sessionIdOf(accessToken, 'member')).toBeUndefined()
  const stranger = await createTokenIssuer({ ...options, privateKey: pem() })
  expect(issuer.sessionIdOf(stranger.issue(given).accessToken, 'admin')).toBeUndefined()
  const otherIssuer = await createTokenIssuer({ ...options, issuer: 'other' })
  expect(issuer.sessionIdOf(otherIssuer.issue(given).accessToken, 'admin')).toBeUndefined()
  for (const junk of ['', 'a.b.c', accessToken.slice(0, -2), `${accessToken.split('.').slice(0, 2).join('.')}.`]) {
    expect(issuer.sessionIdOf(junk, 'admin')).toBeUndefined()
  }
})

// ASVS 7.2.3
test('a refresh token of another issuer, or with one changed bit, is invalid', async () => {
  const { refreshToken } = issuer.issue(grant({ generation: 7 }))
  expect(issuer.parseRefreshToken(refreshToken)?.generation).toBe(7)
  for (let at = 0; at < refreshToken.length; at += 1) {
    const other = refreshToken[at] === 'A' ? 'B' : 'A'
    expect(issuer.parseRefreshToken(refreshToken.slice(0, at) + other + refreshToken.slice(at + 1))).toBeUndefined()
  }
  const other = await createTokenIssuer({ ...options, secrets: [randomBytes(32)] })
  expect(other.parseRefreshToken(refreshToken)).toBeUndefined()
  for (const junk of ['', 'x', `${refreshToken}=`, `${refreshToken}A`, '가'.repeat(refreshToken.length)]) {
    expect(issuer.parseRefreshToken(junk)).toBeUndefined()
  }
})

test('sessions of administrators and members end eventually; a screen is renewed until it is removed', () => {
  for (const role of ['admin', 'member'] as const)
    expect(issuer.lifetimesOf(role)).toMatchObject({ refreshMs: 30 * 86_400_000, wholeMs: 365 * 86_400_000 })
  expect(issuer.lifetimesOf('member')).toEqual({
    accessMs: 900_000,
    refreshMs: 30 * 86_400_000,
    wholeMs: 365 * 86_400_000,
    graceMs: 30_000,
  })
  expect(issuer.lifetimesOf('screen')).toEqual({
    accessMs: 900_000,
    refreshMs: 3_650 * 86_400_000,
    wholeMs: Number.POSITIVE_INFINITY,
    graceMs: Number.POSITIVE_INFINITY,
  })
})

test('a screen’s token names its store, tokens of other roles name none', () => {
  const storeId = randomUUID()
  const claims = decode(issuer.issue(grant({ role: 'screen', storeId })).accessToken, 1)
  expect(claims).toMatchObject({ role: 'screen', aud: 'screen', storeId })
  expect(decode(issuer.issue(grant()).accessToken, 1)).not.toHaveProperty('storeId')
})

test('the format of refresh tokens is fixed: every version accepts tokens that were issued before', async () => {
  const secret = Buffer.alloc(32, 7)
  const old = await createTokenIssuer({ ...options, secrets: [secret] })
  const sessionId = '019b0000-1111-7222-8333-444444444444'
  const { refreshToken } = old.issue(grant({ sessionId, generation: 300 }))
  const head = Buffer.from(`${sessionId.replaceAll('-', '')}0000012c`, 'hex')
  const proof = createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from('refresh\0'), head]))
    .digest()
  expect(refreshToken).toBe(Buffer.concat([head, proof]).toString('base64url'))
  expect(old.parseRefreshToken(refreshToken)).toEqual({ sessionId, generation: 300 })
})

test('a key of another kind is refused when the process starts', async () => {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  await expect(createTokenIssuer({ ...options, privateKey })).rejects.toThrow('JWT_PRIVATE_KEY is not an Ed25519 key')
})

test('a signed token without a session, or with a role other than its audience, is not accepted', async () => {
  const signed = (claims: object) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const content = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ iss: 'kingcar', aud: 'admin', ...claims })}`
    return `${content}.${sign(null, Buffer.from(content), options.privateKey).toString('base64url')}`
  }
  const sid = randomUUID()
  expect(issuer.sessionIdOf(signed({ sid, role: 'admin' }), 'admin')).toBe(sid)
  for (const claims of [
    { role: 'admin' },
    { sid: 'mine', role: 'admin' },
    { sid },
    { sid, role: 'member' },
    { sid, role: 7 },
  ])
    expect([claims, issuer.sessionIdOf(signed(claims), 'admin')]).toEqual([claims, undefined])
})

test('during a key change tokens of both keys are accepted; after it those of the old key are not', async () => {
  const next = { privateKey: pem(), secrets: [randomBytes(32)] as [Buffer] }
  const [old, made] = [issuer, await createTokenIssuer({ ...options, ...next })]
  const both = async (...[first, second]: (typeof next)[]) =>
    createTokenIssuer({
      ...options,
      privateKey: `${first?.privateKey}${second?.privateKey}`,
      secrets: [...(first?.secrets ?? []), ...(second?.secrets ?? [])] as [Buffer, Buffer],
    })
  const learning = await both(options, next)
  const changed = await both(next, options)
  const given = grant()
  expect(learning.issue(given)).toEqual(old.issue(given))
  expect(changed.issue(given)).toEqual(made.issue(given))
  for (const reader of [learning, changed])
    for (const { accessToken, refreshToken } of [old.issue(given), made.issue(given)]) {
      expect(reader.sessionIdOf(accessToken, 'admin')).toBe(given.sessionId)
      expect(reader.parseRefreshToken(refreshToken)).toEqual({ sessionId: given.sessionId, generation: 1 })
    }
  const { accessToken, refreshToken } = old.issue(given)
  expect(made.sessionIdOf(accessToken, 'admin')).toBeUndefined()
  expect(made.parseRefreshToken(refreshToken)).toBeUndefined()
})

test('an access token of an earlier version, which names no key, is verified with each key', async () => {
  const both = await createTokenIssuer({ ...options, privateKey: pem() + options.privateKey })
  const sid = randomUUID()
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: 'kingcar', aud: 'admin', role: 'admin', sid }
  const content = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  const token = `${content}.${sign(null, Buffer.from(content), options.privateKey).toString('base64url')}`
  expect(both.sessionIdOf(token, 'admin')).toBe(sid)
})
