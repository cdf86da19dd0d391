import { randomInt, randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSocialMember, appId, clientIds, idToken, loginSocial, startProviders } from './social-providers.ts'
import { claimsOf, startTestMember } from './start-member.ts'

const kakaoInfo = 'GET /v1/user/access_token_info'
const kakaoMe = 'GET /v2/user/me'
const naverMe = 'GET /v1/nid/me'
const invalid = { code: 'SOCIAL_TOKEN_INVALID' }
const away = { code: 'UNAVAILABLE', retryAfter: 1 }
const token = 'AAAA-access_token.of~somebody+/=='

const providers = startedBeforeAll(startProviders)
const member = startedBeforeAll(() => startTestMember(providers.options))
beforeEach(() => {
  providers.replies.clear()
  providers.received.length = 0
})

/** Kakao's two responses about a token, as JSON text: a JavaScript number cannot hold its ids. */
function kakaoAnswers(id: string, { me = id, app = appId, rest = '' } = {}): void {
  providers.replies.set(kakaoInfo, () => ({ text: `{"id": ${id}, "expires_in": 7199, "app_id": ${app}}` }))
  providers.replies.set(kakaoMe, () => ({ text: `{"id": ${me}, "connected_at": "2026-01-01T00:00:00Z"${rest}}` }))
}
const kakao = (more: { nonce?: string } = {}) => loginSocial(member, 'KAKAO', token, more)
const naver = () => loginSocial(member, 'NAVER', token)

describe('Kakao', () => {
  test('signs in with an access token, any number of times, and with an ID token of the same account', async () => {
    const subject = String(randomInt(1, 2 ** 40))
    const { id } = await addSocialMember(member, 'KAKAO', subject)
    kakaoAnswers(subject)
    for (let at = 0; at < 2; at += 1) expect(claimsOf(await kakao())).toMatchObject({ sub: id })
    expect(providers.received[0]).toMatchObject({ call: kakaoInfo, authorization: `Bearer ${token}` })
    const byIdToken = await idToken(providers, { sub: subject, aud: clientIds.KAKAO })
    expect(claimsOf(await loginSocial(member, 'KAKAO', byIdToken))).toMatchObject({ sub: id })
  })

  // ASVS 6.8.1
  test('distinguishes ids of 64 bits that are the same number in JavaScript', async () => {
    const one = await addSocialMember(member, 'KAKAO', '9223372036854775806')
    const other = await addSocialMember(member, 'KAKAO', '9223372036854775807')
    kakaoAnswers('9223372036854775807')
    expect(claimsOf(await kakao())).toMatchObject({ sub: other.id })
    kakaoAnswers('9223372036854775806')
    expect(claimsOf(await kakao())).toMatchObject({ sub: one.id })
    kakaoAnswers('9223372036854775806', { me: '9223372036854775807' })
    await expect(kakao()).rejects.toMatchObject(invalid)
  })

  // ASVS 10.3.1
  test("refuses another app's access token, and asks for nothing more", async () => {
    await addSocialMember(member, 'KAKAO', '77')
    kakaoAnswers('77', { app: '1' })
    await expect(kakao()).rejects.toMatchObject(invalid)
    expect(providers.received.map(({ call }) => call)).toEqual([kakaoInfo])
  })

  test('refuses a nonce with an access token, and a text that is not a token', async () => {
    kakaoAnswers('77')
    await expect(kakao({ nonce: 'n' })).rejects.toMatchObject(invalid)
    for (const junk of ['a b', '한글', 'a\r\nx: y'])
      await expect(loginSocial(member, 'KAKAO', junk)).rejects.toMatchObject(invalid)
    expect(providers.received).toEqual([])
  })

  test('leads to a join if no member has the account, also with a known email', async () => {
    const { email } = await addSocialMember(member, 'KAKAO', '88')
    const account = { email, is_email_valid: true, is_email_verified: true }
    kakaoAnswers('99', { rest: `, "kakao_account": ${JSON.stringify(account)}` })
    await expect(kakao()).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' })
  })

  test.each([
    [401, { code: -401, msg: 'this access token does not exist' }, invalid],
    [400, { code: -2, msg: 'invalid' }, invalid],
    [400, { code: -1, msg: 'internal error' }, away],
    [400, { code: -10, msg: 'API limit has been exceeded.' }, away],
    [403, { code: -5 }, away],
    [500, {}, away],
    [302, {}, away],
    [200, {}, away],
    [200, { id: 'x', app_id: 1 }, away],
    [200, { id: 1.5, app_id: Number(appId) }, away],
  ])('responds %i %j', async (status, json, failure) => {
    kakaoAnswers('77')
    providers.replies.set(kakaoInfo, () => ({ status, json }))
    await expect(kakao()).rejects.toMatchObject(failure)
  })

  test('has a second for both of its responses', async () => {
    kakaoAnswers('77')
    providers.replies.set(kakaoMe, () => 'nothing')
    const began = performance.now()
    await expect(kakao()).rejects.toMatchObject(away)
    expect(performance.now() - began).toBeLessThan(1_400)
  })

  test('without configured apps refuses every token', async () => {
    await using bare = await startTestMember({ ...providers.options, KAKAO_APP_IDS: '' })
    kakaoAnswers('77')
    await expect(loginSocial(bare, 'KAKAO', token)).rejects.toMatchObject(invalid)
    expect(providers.received).toEqual([])
  })
})

describe('Naver', () => {
  beforeAll(() => addSocialMember(member, 'NAVER', 'known'))
  const profile = (response: object) => ({ json: { resultcode: '00', message: 'success', response } })

  // ASVS 11.3.3
  test('signs in by an access token, which is kept sealed', async () => {
    const subject = randomUUID()
    const { id } = await addSocialMember(member, 'NAVER', subject)
    providers.replies.set(naverMe, () => profile({ id: subject, email: 'x@naver.com' }))
    expect(claimsOf(await naver())).toMatchObject({ sub: id })
    expect(providers.received).toMatchObject([{ call: naverMe, authorization: `Bearer ${token}` }])
    const [row] = await member.backend.sql`select social_grant from member.members where id = ${id}`
    expect(row?.social_grant).toMatch(/^[\w-]{60,}$/)
    expect(Buffer.from(row?.social_grant, 'base64url').toString('latin1')).not.toContain(token)
  })

  test.each([
    [401, { resultcode: '024', message: 'Authentication failed' }, invalid],
    [200, { resultcode: '024' }, invalid],
    [400, {}, invalid],
    [403, {}, away],
    [200, { resultcode: '00' }, away],
    [200, { resultcode: '00', response: { id: '' } }, away],
    [200, { resultcode: '01', response: { id: 'known' } }, away],
    [500, { resultcode: '999' }, away],
  ])('responds %i %j', async (status, json, failure) => {
    providers.replies.set(naverMe, () => ({ status, json }))
    await expect(naver()).rejects.toMatchObject(failure)
  })

  test('sends an endless response', async () => {
    providers.replies.set(naverMe, () => profile({ id: 'known', padding: 'x'.repeat(100_000) }))
    await expect(naver()).rejects.toMatchObject(away)
  })
})

test('an unreachable provider is reported immediately', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await using alone = await startTestMember({ ...providers.options, NAVER_API_URL: url, APPLE_JWKS_URL: `${url}/keys` })
  await expect(loginSocial(alone, 'NAVER', token)).rejects.toMatchObject(away)
  const apple = await idToken(providers, { sub: 'x', aud: clientIds.APPLE })
  await expect(loginSocial(alone, 'APPLE', apple)).rejects.toMatchObject(away)
})
