import { createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Failure, type Success, send, type Tokens } from '../src/http.ts'
import { newNumber, requiredTerms, verifyPhone } from '../src/member.ts'
import { startProduct } from '../src/product.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An ID token as a provider signs it. */
function idToken(claims: object): string {
  const now = Math.floor(Date.now() / 1_000)
  const text = `${part({ alg: 'RS256', kid: 'k1' })}.${part({ iat: now, exp: now + 300, ...claims })}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
}

test('a person who is unknown to Google sign-in joins with the same token, which is used up, signs in again, and leaves', async () => {
  const keys = JSON.stringify({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
  })
  const provider = createServer((_request, reply) => reply.end(keys)).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const iss = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const product = await startProduct({
    GOOGLE_ISSUER: iss,
    GOOGLE_JWKS_URL: `${iss}/keys`,
    GOOGLE_CLIENT_IDS: 'our-app',
  })
  try {
    const base = product.ready.http
    const claims = { iss, aud: 'our-app', sub: 'google-1', email: 'g@kingcar.test', email_verified: true }
    const signIn = (socialToken: string) =>
      send<{ result: Tokens; error: Failure['error'] }>(base, 'POST', '/api/socialLogin', {
        body: { provider: 'GOOGLE', socialToken },
      })
    const foreign = await signIn(idToken({ ...claims, aud: 'another-app' }))
    expect([foreign.status, foreign.body.error.code]).toEqual([401, 'SOCIAL_TOKEN_INVALID'])

    const socialToken = idToken(claims)
    const unknown = await signIn(socialToken)
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'MEMBER_NOT_FOUND'])
    const body = {
      provider: 'GOOGLE',
      socialToken,
      name: '구글이',
      gender: 'Male',
      birthDate: '1991-01-01',
      verificationToken: await verifyPhone(base, newNumber(), 'GOOGLE'),
      agreedTermsIds: await requiredTerms(base),
    }
    const joined = await send<Success<{ member: { id: string; email: string } }>>(base, 'POST', '/api/join', { body })
    expect([joined.status, joined.body.result.member.email]).toEqual([201, 'g@kingcar.test'])

    const back = await signIn(idToken({ ...claims, jti: 'second' }))
    expect(back.status).toBe(200)
    const replayed = await signIn(socialToken)
    expect([replayed.status, replayed.body.error.code]).toEqual([401, 'SOCIAL_TOKEN_INVALID'])
    const token = back.body.result.accessToken
    const me = await send<Success<{ id: string }>>(base, 'GET', '/api/me', { token })
    expect(me.body.result.id).toBe(joined.body.result.member.id)
    expect((await send(base, 'DELETE', '/api/me', { token })).status).toBe(200)
    expect((await signIn(idToken({ ...claims, jti: 'third' }))).status).toBe(404)
  } finally {
    await product[Symbol.asyncDispose]()
    provider.close()
  }
})
