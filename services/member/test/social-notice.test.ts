import { randomInt, randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  addSocialMember,
  adminKey,
  appId,
  clientIds,
  idToken,
  loginSocial,
  startProviders,
} from './social-providers.ts'
import { startTestMember } from './start-member.ts'

const providers = startedBeforeAll(startProviders)
const member = startedBeforeAll(() => startTestMember(providers.options))

const refused = { code: 'UNAUTHENTICATED' }
const proof = `KakaoAK ${adminKey}`
type Unlink = { user_id: string; referrer_type?: string; app_id?: string }
const kakao = (input: Unlink, authorization: string | undefined = proof): Promise<null> =>
  member.call(
    contract.member.receiveKakaoUnlink,
    { app_id: appId, ...input },
    authorization === undefined ? {} : { authorization },
  )
const apple = (payload: string): Promise<null> => member.call(contract.member.receiveAppleNotice, { payload })
/** A notice as Apple sends it: the token has no subject, and the event is JSON text. */
const signed = (event: Record<string, unknown>, over: Record<string, unknown> = {}) =>
  idToken(providers, { aud: clientIds.APPLE, jti: randomUUID(), events: JSON.stringify(event), ...over })

const statusOf = async (id: string) => {
  const { sql } = member.backend
  const [there] = await sql`select social_grant from member.members where id = ${id}`
  const sessions = await sql`select end_reason from member.sessions where account_id = ${id} order by end_reason`
  return { there: there !== undefined, grant: there?.social_grant ?? null, ends: sessions.map((row) => row.end_reason) }
}
const untouched = { there: true, grant: 'a grant', ends: [null] }
const signedOut = { there: true, grant: null, ends: ['unlinked'] }
const erased = { there: false, grant: null, ends: ['left'] }
const added = async (provider: 'KAKAO' | 'APPLE', linkedAt = new Date()) => {
  const subject = provider === 'KAKAO' ? String(randomInt(2 ** 40)) : `000123.${randomUUID()}.0456`
  const { id } = await addSocialMember(member, provider, subject)
  await member.backend.sql`update member.members set social_grant = 'a grant', linked_at = ${linkedAt} where id = ${id}`
  return { id, subject }
}
const left = async (id: string) =>
  (await member.events('member.left', 1)).filter(({ memberId }) => memberId === id).length

describe('Kakao', () => {
  test.each([
    ['UNLINK_FROM_APPS', signedOut],
    ['UNLINK_FROM_ADMIN', signedOut],
    ['INCOMPLETE_SIGN_UP', signedOut],
    [undefined, signedOut],
    ['ACCOUNT_DELETE', erased],
    ['FORCED_ACCOUNT_DELETE', erased],
  ])('%s, sent twice', async (how, status) => {
    const { id, subject } = await added('KAKAO')
    const notice = { user_id: subject, ...(how !== undefined && { referrer_type: how }) }
    for (let at = 0; at < 2; at += 1) expect(await kakao(notice)).toBeNull()
    expect(await statusOf(id)).toEqual(status)
    if (!status.there) await expect.poll(() => left(id)).toBe(1)
    expect(await member.backend.sql`select from member.tasks`).toHaveLength(0) // no unlink is sent to the provider
  })

  test('as a query string', async () => {
    const { id, subject } = await added('KAKAO')
    const input = { app_id: appId, user_id: subject, referrer_type: 'UNLINK_FROM_APPS' }
    await member.call(contract.member.receiveKakaoUnlinkByQuery, input, { authorization: proof })
    expect(await statusOf(id)).toEqual(signedOut)
  })

  // ASVS 7.1.3, 7.6.1
  test('a member who unlinked is linked again by signing in', async () => {
    const { id, subject } = await added('KAKAO')
    await kakao({ user_id: subject })
    await loginSocial(member, 'KAKAO', await idToken(providers, { sub: subject, aud: clientIds.KAKAO }))
    expect(await statusOf(id)).toMatchObject({ there: true, ends: ['unlinked', null] })
  })

  // ASVS 3.5.3
  test("is accepted only with the admin key and for KingCar's app", async () => {
    const { id, subject } = await added('KAKAO')
    const deletion = { user_id: subject, referrer_type: 'ACCOUNT_DELETE' }
    for (const forged of ['', adminKey, `${proof} `, `Bearer ${adminKey}`, 'KakaoAK undefined', 'KakaoAK ']) {
      await expect(kakao(deletion, forged)).rejects.toMatchObject(refused)
    }
    await expect(member.call(contract.member.receiveKakaoUnlink, { app_id: appId, ...deletion })).rejects.toMatchObject(
      refused,
    )
    await expect(kakao({ ...deletion, app_id: '1' })).rejects.toMatchObject(refused)
    expect(await statusOf(id)).toEqual(untouched)
  })

  test('about an unknown user is not an error', async () => {
    for (const user_id of ['1', 'a\u0000b', "' or 1=1"]) expect(await kakao({ user_id })).toBeNull()
  })

  test('is refused if no admin key is configured', async () => {
    const { KAKAO_ADMIN_KEY: _, ...rest } = providers.options
    await using bare = await startTestMember(rest)
    const input = { app_id: appId, user_id: '1' }
    for (const authorization of ['KakaoAK undefined', 'KakaoAK ', proof])
      await expect(bare.call(contract.member.receiveKakaoUnlink, input, { authorization })).rejects.toMatchObject(
        refused,
      )
  })
})

describe('Apple', () => {
  test.each([
    ['consent-revoked', signedOut],
    ['account-delete', erased],
    ['account-deleted', erased],
    ['email-disabled', untouched],
    ['email-enabled', untouched],
    ['something-new', untouched],
  ])('%s, sent twice', async (type, status) => {
    const { id, subject } = await added('APPLE', new Date(Date.now() - 60_000))
    const notice = await signed({ type, sub: subject, event_time: Date.now() })
    for (let at = 0; at < 2; at += 1) expect(await apple(notice)).toBeNull()
    expect(await statusOf(id)).toEqual(status)
    if (!status.there) await expect.poll(() => left(id)).toBe(1)
  })

  test('is accepted late, after its own expiry, in seconds and as an object', async () => {
    const { id, subject } = await added('APPLE', new Date(Date.now() - 10 * 86_400_000))
    const events = { type: 'consent-revoked', sub: subject, event_time: Math.floor(Date.now() / 1_000) - 86_400 }
    const exp = Math.floor(Date.now() / 1_000) - 3_600
    await apple(await signed({}, { events, exp, iat: exp - 3_600 }))
    expect(await statusOf(id)).toEqual(signedOut)
  })

  test('older than the last sign-in is ignored', async () => {
    const { id, subject } = await added('APPLE')
    for (const type of ['consent-revoked', 'account-delete'])
      await apple(await signed({ type, sub: subject, event_time: Date.now() - 60_000 }))
    expect(await statusOf(id)).toEqual(untouched)
  })

  test('also applies after a sign-in with an older token', async () => {
    const { id, subject } = await added('APPLE', new Date(0))
    const iat = Math.floor(Date.now() / 1_000) - 120
    await loginSocial(member, 'APPLE', await idToken(providers, { sub: subject, aud: clientIds.APPLE, iat }))
    await apple(await signed({ type: 'consent-revoked', sub: subject, event_time: (iat + 60) * 1_000 }))
    expect(await statusOf(id)).toMatchObject({ ends: ['unlinked', 'unlinked'] })
  })

  test("is accepted only with Apple's signature and for KingCar's client", async () => {
    const { id, subject } = await added('APPLE', new Date(0))
    const event = { type: 'account-delete', sub: subject, event_time: Date.now() }
    const { privateKey } = await generateKeyPair('RS256')
    const claims = { aud: clientIds.APPLE, iss: providers.options.APPLE_ISSUER ?? '', events: JSON.stringify(event) }
    const forged = [
      await signed(event, { aud: 'another-app' }),
      await signed(event, { iss: 'https://example.com' }),
      await signed(event, { events: undefined }),
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: providers.kid }).setIssuedAt().sign(privateKey),
      'junk',
    ]
    for (const each of forged) await expect(apple(each)).rejects.toMatchObject(refused)
    expect(await statusOf(id)).toEqual(untouched)
  })

  test('of an unknown shape changes nothing', async () => {
    for (const events of ['no JSON', '[]', { type: 'account-delete' }, 7, null])
      expect(await apple(await signed({}, { events }))).toBeNull()
  })
})
