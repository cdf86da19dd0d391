import { createHash, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { newNumber } from './new-number.ts'
import { phones } from './phone-steps.ts'
import { addSocialMember, clientIds, idToken, loginSocial, startProviders } from './social-providers.ts'
import { claimsOf, startTestMember } from './start-member.ts'

const providers = startedBeforeAll(startProviders)
const member = startedBeforeAll(() => startTestMember(providers.options))

const invalid = { code: 'SOCIAL_TOKEN_INVALID' }
const now = () => Math.floor(Date.now() / 1000)
/** A member of Google. A test changes single properties of a valid token. */
async function googleMember() {
  const sub = randomUUID()
  const { id } = await addSocialMember(member, 'GOOGLE', sub)
  const claims = { sub, aud: clientIds.GOOGLE, jti: randomUUID() }
  const token = (over: Record<string, unknown> = {}) => idToken(providers, { ...claims, ...over })
  return { id, sub, claims, token }
}
const login = (token: string, more: { nonce?: string } = {}, address?: string) =>
  loginSocial(member, 'GOOGLE', token, more, address)

test.each(['GOOGLE', 'APPLE', 'KAKAO'] as const)('%s signs its member in', async (provider) => {
  const sub = randomUUID()
  const { id } = await addSocialMember(member, provider, sub)
  const token = await idToken(providers, { sub, aud: clientIds[provider] })
  const tokens = await loginSocial(member, provider, token)
  expect(claimsOf(tokens)).toMatchObject({ sub: id, gen: 1 })
  const [row] = await member.backend.sql`select linked_at, social_grant from member.members where id = ${id}`
  expect(row).toMatchObject({ linked_at: expect.any(Date), social_grant: null })
  const other = provider === 'GOOGLE' ? 'APPLE' : 'GOOGLE'
  await expect(loginSocial(member, other, token)).rejects.toMatchObject(invalid)
})

describe('an ID token is refused', () => {
  test.each<[string, Record<string, unknown>]>([
    // ASVS 10.2.2
    ['of another client', { aud: 'another-app' }],
    // ASVS 10.5.4
    ['of ours and of another', { aud: [clientIds.GOOGLE, 'another-app'] }],
    ['of nobody', { aud: undefined }],
    ['of an empty list', { aud: [] }],
    // ASVS 10.5.4
    ['presented by another', { azp: 'another-app' }],
    ['presented by no text', { azp: 7 }],
    // ASVS 10.2.2
    ['of another issuer', { iss: 'https://accounts.example.com' }],
    ['of an issuer that is nearly ours', { iss: 'accounts.google.com/' }],
    ['of no issuer', { iss: undefined }],
    // ASVS 6.8.4
    ['that has expired', { exp: now() - 61 }],
    ['that never expires', { exp: undefined }],
    ['that expires beyond any time', { exp: 1e300 }],
    ['that is not issued yet', { iat: now() + 120, nbf: undefined }],
    ['issued at no time', { iat: undefined }],
    ['good later', { nbf: now() + 120 }],
    ['about nobody', { sub: undefined }],
    ['about an empty name', { sub: '' }],
    ['about a name that no table can hold', { sub: 'a\u0000b' }],
    // ASVS 10.1.2, 10.5.1
    ['with a nonce that was not asked for', { nonce: 'unasked' }],
  ])('%s', async (_what, over) => {
    const { token } = await googleMember()
    await expect(login(await token(over))).rejects.toMatchObject(invalid)
    await login(await token())
  })

  // ASVS 6.8.2, 9.1.2, 11.2.3
  test.each(['ES256', 'RS384'])("signed with %s, by a key of the issuer's own", async (algorithm) => {
    const { claims } = await googleMember()
    const { kid } = await providers.openId.issuer.keys.generate(algorithm)
    await expect(login(await idToken({ ...providers, kid }, claims))).rejects.toMatchObject(invalid)
  })

  test('that is too long', async () => {
    const { token } = await googleMember()
    const long = await token({ padding: 'x'.repeat(7_000) })
    await expect(login(long)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  // ASVS 6.8.2
  test('whose header or signature is another', async () => {
    const { claims } = await googleMember()
    const jwk = providers.openId.issuer.keys.get(providers.kid)
    const own = await importJWK({ ...jwk }, 'RS256')
    const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' })
    const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })
    const stranger = await generateKeyPair('RS256', { extractable: true })
    const elliptic = await generateKeyPair('ES256')
    const iss = providers.openId.issuer.url ?? ''
    const body = () => new SignJWT({ ...claims, iss }).setIssuedAt().setExpirationTime('5m')
    const header = { alg: 'RS256', kid: jwk?.kid ?? '' }
    await login(await body().setProtectedHeader(header).sign(own)) // the control
    const fields = { ...claims, jti: randomUUID(), iss, exp: now() + 300, iat: now() }
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const good = await body().setProtectedHeader(header).setJti('changed').sign(own)
    const [head, , signature] = good.split('.')
    const critical = `${encode({ ...header, crit: ['x'], x: 1 })}.${encode(fields)}`
    const forged = [
      new UnsecuredJWT(fields).encode(),
      `${encode({ alg: 'none', kid: header.kid })}.${encode(fields)}.${signature}`,
      await body()
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(Buffer.from(publicPem)),
      await body()
        .setProtectedHeader({ ...header, alg: 'RS384' })
        .sign(await importJWK({ ...jwk, alg: 'RS384' }, 'RS384')),
      await body()
        .setProtectedHeader({ ...header, alg: 'ES256' })
        .sign(elliptic.privateKey),
      await body().setProtectedHeader(header).sign(stranger.privateKey),
      await body().setProtectedHeader({ alg: 'RS256' }).sign(own),
      await body()
        .setProtectedHeader({ ...header, jwk: await exportJWK(stranger.publicKey) })
        .sign(stranger.privateKey),
      await body()
        .setProtectedHeader({ ...header, jku: 'http://127.0.0.1:9/jwks', kid: 'elsewhere' })
        .sign(stranger.privateKey),
      `${critical}.${sign('sha256', Buffer.from(critical), privateKey).toString('base64url')}`,
      `${head}.${encode(fields)}.${signature}`,
      `${good}x.y`,
      'eyJ',
      'a.b.c',
      '..',
      '{}',
    ]
    for (const each of forged) await expect(login(each, {}, '198.51.100.1'), each).rejects.toMatchObject(invalid)
  })
})

describe('a nonce', () => {
  const nonce = randomUUID()
  const sha256 = createHash('sha256').update(nonce).digest('hex')
  test.each([
    ['as it was given', nonce],
    ['as its SHA-256', sha256],
  ])('%s is right', async (_what, claimed) => {
    const { id, token } = await googleMember()
    expect(claimsOf(await login(await token({ nonce: claimed }), { nonce }))).toMatchObject({ sub: id })
  })
  test.each([
    ['of another sign-in', { nonce: randomUUID() }],
    ['that the token does not have', {}],
    ['that is no text', { nonce: 7 }],
    ['whose SHA-256 was to be kept', { nonce: createHash('sha256').update(sha256).digest('hex') }],
  ])('%s is wrong', async (_what, over) => {
    const { token } = await googleMember()
    await expect(login(await token(over), { nonce })).rejects.toMatchObject(invalid)
  })
})

// ASVS 6.8.4
test('clocks may differ by a minute, and Google may use its other issuer name and another client of KingCar', async () => {
  const { token } = await googleMember()
  await login(await token({ exp: now() - 50, jti: '1' }))
  await login(await token({ iat: now() + 50, nbf: now() + 50, jti: '2' }))
  await login(await token({ iss: 'accounts.google.com', jti: '3' }))
  await login(await token({ azp: 'google-ios', aud: [clientIds.GOOGLE], jti: '4' }))
})

// ASVS 10.1.2, 10.5.1
test('a token signs in once, however its signature is spelled; before there is a member it is not used up', async () => {
  const sub = randomUUID()
  const token = await idToken(providers, { sub, aud: clientIds.GOOGLE })
  for (let at = 0; at < 2; at += 1) await expect(login(token)).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' })
  await addSocialMember(member, 'GOOGLE', sub)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => login(token)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  await expect(login(`${token.slice(0, -1)}${alphabet[last ^ 1]}`)).rejects.toMatchObject(invalid)
  await expect(login(token)).rejects.toMatchObject(invalid)
  const kept = await member.backend
    .sql`select from member.spent_tokens where strpos(encode(hash, 'escape'), ${sub}) > 0`
  expect(kept).toHaveLength(0)
})

// ASVS 10.1.2, 10.5.1
test('a token that joined neither signs in nor joins again after the member has left', async () => {
  const phone = phones(member)
  const socialToken = await idToken(providers, { sub: randomUUID(), aud: clientIds.GOOGLE })
  const join = async () =>
    member.call(contract.member.joinMember, {
      provider: 'GOOGLE',
      socialToken,
      name: '김민지',
      gender: 'Female',
      birthDate: '1995-03-01',
      verificationToken: await phone.verify(newNumber(), 'GOOGLE'),
      agreedTermsIds: [],
    })
  const joined = await join()
  await expect(login(socialToken)).rejects.toMatchObject(invalid)
  await expect(join()).rejects.toMatchObject({ code: 'SOCIAL_ACCOUNT_TAKEN' })
  const { sub, sid } = claimsOf(joined)
  await member.call(contract.member.deleteMe, {}, { actor: { role: 'member', id: sub, sessionId: sid } })
  await expect(join()).rejects.toMatchObject(invalid)
})

// ASVS 6.8.1, 10.5.2
test('an email never identifies', async () => {
  const { email } = await addSocialMember(member, 'GOOGLE', randomUUID())
  const token = await idToken(providers, { sub: randomUUID(), aud: clientIds.GOOGLE, email, email_verified: true })
  await expect(login(token)).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' })
})

test('a hundred invalid tokens block their address, and no other', async () => {
  const { token } = await googleMember()
  const outcomes: PromiseSettledResult<unknown>[] = []
  while (outcomes.length < 105) {
    const some = Array.from({ length: 21 }, () => login('junk', {}, '198.51.100.77')) // more in parallel would be late on a busy machine
    outcomes.push(...(await Promise.allSettled(some)))
  }
  const codes = outcomes.map((each) => each.status === 'rejected' && each.reason.code)
  expect(codes.filter((code) => code === invalid.code)).toHaveLength(100)
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(5)
  const good = await token()
  await expect(login(good, {}, '198.51.100.77')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await login(good, {}, '198.51.100.78')
})

test('without configured client ids every token is refused, and no keys are fetched', async () => {
  const none = { GOOGLE_CLIENT_IDS: '', GOOGLE_JWKS_URL: 'http://127.0.0.1:1/keys' }
  await using bare = await startTestMember({ ...providers.options, ...none })
  const token = await idToken(providers, { sub: 'x', aud: '' })
  await expect(loginSocial(bare, 'GOOGLE', token)).rejects.toMatchObject(invalid)
})

test('new keys of an issuer are accepted immediately; while it is unavailable the cached keys are used', async () => {
  const { sub } = await googleMember()
  const { openId } = providers
  const { kid } = await openId.issuer.keys.generate('RS256')
  const rotated = { openId, kid }
  const [first, second] = await Promise.all(
    ['first', 'second'].map((jti) => idToken(rotated, { sub, aud: clientIds.GOOGLE, jti })),
  )
  const apple = await idToken(providers, { sub, aud: clientIds.APPLE })
  await login(first ?? '')
  await openId.stop()
  await login(second ?? '')
  await using fresh = await startTestMember(providers.options) // has cached no keys yet
  const began = performance.now()
  await expect(loginSocial(fresh, 'APPLE', apple)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(performance.now() - began).toBeLessThan(1_500)
})
