import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTokenIssuer, type Grant } from './tokens.ts'

const pem = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
const base = { issuer: 'kingcar', accessTokenSeconds: 900, refreshTokenDays: 30, sessionDays: 365 }
const options = { ...base, privateKey: pem(), secret: randomBytes(32) }
const issuer = await createTokenIssuer(options)
const grant = (over: Partial<Grant> = {}): Grant => ({
  sessionId: randomUUID(),
  role: 'admin',
  accountId: randomUUID(),
  generation: 1,
  issuedAt: new Date(),
  ...over,
})
const decode = (token: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())

test('an access token carries exactly the claims of the contract and the generation', () => {
  const given = grant({ issuedAt: new Date(1_700_000_000_900) })
  const { accessToken } = issuer.pair(given)
  expect(decode(accessToken, 0)).toEqual({ alg: 'EdDSA', typ: 'JWT' })
  expect(decode(accessToken, 1)).toEqual({
    iss: 'kingcar',
    aud: 'admin',
    sub: given.accountId,
    role: 'admin',
    sid: given.sessionId,
    gen: 1,
    iat: 1_700_000_000,
    exp: 1_700_000_900,
  })
})

test('the same grant gives the same bytes, in another process too; another generation none of them', async () => {
  const given = grant()
  const twin = await createTokenIssuer(options)
  expect(twin.pair(given)).toEqual(issuer.pair(given))
  const next = issuer.pair({ ...given, generation: 2 })
  expect(next.accessToken).not.toBe(issuer.pair(given).accessToken)
  expect(next.refreshToken).not.toBe(issuer.pair(given).refreshToken)
})

test('an expired access token still names its session, of its own role and signed by us alone', async () => {
  const given = grant({ issuedAt: new Date(0) })
  const { accessToken } = issuer.pair(given)
  expect(issuer.sessionOf(accessToken, 'admin')).toBe(given.sessionId)
  expect(issuer.sessionOf(accessToken, 'member')).toBeUndefined()
  const stranger = await createTokenIssuer({ ...options, privateKey: pem() })
  expect(issuer.sessionOf(stranger.pair(given).accessToken, 'admin')).toBeUndefined()
  const otherIssuer = await createTokenIssuer({ ...options, issuer: 'other' })
  expect(issuer.sessionOf(otherIssuer.pair(given).accessToken, 'admin')).toBeUndefined()
  for (const junk of ['', 'a.b.c', accessToken.slice(0, -2), `${accessToken.split('.').slice(0, 2).join('.')}.`]) {
    expect(issuer.sessionOf(junk, 'admin')).toBeUndefined()
  }
})

test('a refresh token that we did not make, or that was changed in one bit, is none', async () => {
  const { refreshToken } = issuer.pair(grant({ generation: 7 }))
  expect(issuer.readRefresh(refreshToken)?.generation).toBe(7)
  for (let at = 0; at < refreshToken.length; at += 1) {
    const other = refreshToken[at] === 'A' ? 'B' : 'A'
    expect(issuer.readRefresh(refreshToken.slice(0, at) + other + refreshToken.slice(at + 1))).toBeUndefined()
  }
  const other = await createTokenIssuer({ ...options, secret: randomBytes(32) })
  expect(other.readRefresh(refreshToken)).toBeUndefined()
  for (const junk of ['', 'x', `${refreshToken}=`, `${refreshToken}A`, '가'.repeat(refreshToken.length)]) {
    expect(issuer.readRefresh(junk)).toBeUndefined()
  }
})

test('sessions of administrators and members end at last; a screen is renewed until it is removed', () => {
  for (const role of ['admin', 'member'] as const)
    expect(issuer.lifetimesOf(role)).toMatchObject({ refreshMs: 30 * 86_400_000, wholeMs: 365 * 86_400_000 })
  expect(issuer.lifetimesOf('screen').wholeMs).toBe(Number.POSITIVE_INFINITY)
})
