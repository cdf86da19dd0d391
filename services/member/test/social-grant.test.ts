import { createPublicKey } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { createLogger, createSecretBox } from '@kingcar/runtime'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { eq } from 'drizzle-orm'
import { jwtVerify, UnsecuredJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { hmacWith } from '../src/crypto/hmac.ts'
import { enqueueRevocation } from '../src/social/grant.ts'
import { createSocialProviders } from '../src/social/providers.ts'
import { members } from '../src/tables.ts'
import { addSocialMember, adminKey, clientIds, idToken, loginSocial, startProviders } from './social-providers.ts'
import { startTestMember } from './start-member.ts'

const token = 'POST /auth/token'
const revoke = 'POST /auth/revoke'
const unlink = 'POST /v1/user/unlink'
const naver = 'POST /oauth2.0/token'

let count = 0
const providers = startedBeforeAll(startProviders)
const member = startedBeforeAll(() => startTestMember(providers.options))
beforeEach(() => {
  providers.replies.clear()
  providers.received.length = 0
})

const received = (call: string) => providers.received.filter((each) => each.call === call)
const tasks = async () => (await member.backend.sql`select task::text from member.tasks`).map(({ task }) => task)
const grantOf = async (id: string) => {
  const [row] = await member.backend.sql`select social_grant from member.members where id = ${id}`
  return row?.social_grant ?? null
}

/** Enqueues the revocation that a leaving member causes. */
async function leaving(id: string, now = new Date()): Promise<void> {
  const { options } = member
  const log = createLogger('test', 'silent')
  const secret = Buffer.from(options.TOKEN_SECRET, 'hex')
  const clock = () => now
  const social = createSocialProviders({ config: options, now: clock, hmac: hmacWith(secret), log })
  const ctx = { secretBox: createSecretBox([secret], 'sealer'), social, log, now: clock }
  const publish = () => Promise.resolve()
  await using db = await openDatabase({ url: options.DATABASE_URL, schema: 'member', name: 'test', log, publish })
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(members).where(eq(members.id, id)).for('update')
    if (row) await enqueueRevocation(ctx, tx, row)
  })
}

/** A member of Apple, signed in with a valid code. */
async function appleMember(authorizationCode: string) {
  count += 1
  const subject = `000.${count}`
  const { id } = await addSocialMember(member, 'APPLE', subject)
  const signIn = async () =>
    loginSocial(member, 'APPLE', await idToken(providers, { sub: subject, aud: clientIds.APPLE }), {
      authorizationCode,
    })
  const id_token = new UnsecuredJWT({ sub: subject }).encode()
  return { id, subject, signIn, granted: { json: { refresh_token: 'a refresh token', id_token } } }
}

test("Kakao's unlink is retried until it succeeds", async () => {
  const { actor } = await addSocialMember(member, 'KAKAO', '9223372036854775807')
  const statuses = [500, 401]
  providers.replies.set(unlink, () => ({ status: statuses.shift() ?? 200, json: { id: 1 } }))
  await member.call(contract.member.deleteMe, {}, { actor })
  await expect.poll(() => received(unlink).length).toBe(3)
  expect(received(unlink)[0]).toMatchObject({
    authorization: `KakaoAK ${adminKey}`,
    fields: { target_id_type: 'user_id', target_id: '9223372036854775807' },
  })
  await expect.poll(tasks).toEqual([])
})

test('a member that Kakao has unlinked already is not retried', async () => {
  const { actor } = await addSocialMember(member, 'KAKAO', '101')
  providers.replies.set(unlink, () => ({ status: 400, json: { code: -101, msg: 'NotRegisteredUserException' } }))
  await member.call(contract.member.deleteMe, {}, { actor })
  await expect.poll(() => received(unlink).length).toBe(1)
  await expect.poll(tasks).toEqual([])
})

test('Naver revokes the access token of the last sign-in while it is valid', async () => {
  const { id } = await addSocialMember(member, 'NAVER', 'naver-1')
  providers.replies.set('GET /v1/nid/me', () => ({ json: { resultcode: '00', response: { id: 'naver-1' } } }))
  await loginSocial(member, 'NAVER', 'an-access-token')
  await leaving(id, new Date(Date.now() + 3_601_000))
  expect(await tasks()).toEqual([])
  const results = ['failed']
  providers.replies.set(naver, () => ({ json: { result: results.shift() ?? 'success' } }))
  await leaving(id)
  expect((await tasks()).join()).not.toContain('an-access-token')
  await expect.poll(() => received(naver).length).toBe(2)
  expect(received(naver)[1]?.fields).toEqual({
    grant_type: 'delete',
    client_id: 'naver-client',
    client_secret: 'naver-secret',
    access_token: 'an-access-token',
  })
  await expect.poll(tasks).toEqual([])
})

test("Apple's code becomes a refresh token, which is revoked", async () => {
  const { id, subject, signIn, granted } = await appleMember('a single-use code')
  let stored = ''
  providers.replies.set(token, async () => {
    stored += (await tasks()).join()
    return received(token).length === 1 ? { status: 503 } : granted
  })
  await signIn()
  await expect.poll(() => grantOf(id)).not.toBeNull()
  expect(stored).toContain('exchangeAppleCode')
  expect(stored).not.toContain('a single-use code')
  const fields = received(token)[1]?.fields
  expect(fields).toMatchObject({
    grant_type: 'authorization_code',
    code: 'a single-use code',
    client_id: clientIds.APPLE,
  })
  const key = createPublicKey(providers.options.APPLE_PRIVATE_KEY ?? '')
  const options = { algorithms: ['ES256'], issuer: 'TEAM', audience: 'https://appleid.apple.com' }
  const secret = await jwtVerify(fields?.client_secret ?? '', key, options)
  expect(secret).toMatchObject({ protectedHeader: { kid: 'KEY' }, payload: { sub: clientIds.APPLE } })

  expect(Buffer.from(await grantOf(id), 'base64url').toString('latin1')).not.toContain('a refresh token')
  const statuses = [500]
  providers.replies.set(revoke, () => ({ status: statuses.shift() ?? 200 }))
  await leaving(id)
  await expect.poll(() => received(revoke).length).toBe(2)
  expect(received(revoke)[1]?.fields).toMatchObject({
    token: 'a refresh token',
    token_type_hint: 'refresh_token',
    client_id: clientIds.APPLE,
  })
  await expect.poll(tasks).toEqual([])
  expect(subject).not.toBe('')
})

// ASVS 10.2.1
test("a code that is used, or another account's, is given up", async () => {
  const used = await appleMember('used')
  providers.replies.set(token, () => ({ status: 400, json: { error: 'invalid_grant' } }))
  await used.signIn()
  await expect.poll(() => received(token).length).toBe(1)
  await expect.poll(tasks).toEqual([])
  const stolen = await appleMember('stolen')
  providers.replies.set(token, () => used.granted)
  await stolen.signIn()
  await expect.poll(() => received(token).length).toBe(2)
  await expect.poll(tasks).toEqual([])
  expect(await grantOf(stolen.id)).toBeNull()
})

test('the grant of a member who leaves during the exchange is revoked', async () => {
  const { id, signIn, granted } = await appleMember('slow')
  providers.replies.set(token, async () => {
    await member.backend.sql`delete from member.members where id = ${id}`
    return granted
  })
  providers.replies.set(revoke, () => ({}))
  await signIn()
  await expect.poll(() => received(revoke).map(({ fields }) => fields.token)).toEqual(['a refresh token'])
  await expect.poll(tasks).toEqual([])
})

test('the grant of a member who leaves before the exchange is revoked', async () => {
  const { id, signIn, granted } = await appleMember('early')
  providers.replies.set(token, async () => {
    if (received(token).length > 1) return granted
    await member.backend.sql`delete from member.members where id = ${id}`
    return { status: 503 }
  })
  providers.replies.set(revoke, () => ({}))
  await signIn()
  await expect.poll(() => received(revoke).map(({ fields }) => fields.token)).toEqual(['a refresh token'])
  await expect.poll(tasks).toEqual([])
})

test('a member who has joined again before Kakao recovers stays linked', async () => {
  const { actor } = await addSocialMember(member, 'KAKAO', '102')
  providers.replies.set(unlink, async () => {
    if (received(unlink).length === 1) await addSocialMember(member, 'KAKAO', '102')
    return { status: 500 }
  })
  await member.call(contract.member.deleteMe, {}, { actor })
  await expect.poll(tasks).toEqual([])
  expect(received(unlink)).toHaveLength(1)
})

test('Google has nothing to revoke, and a grant that cannot be decrypted does not keep a member from leaving', async () => {
  const google = await addSocialMember(member, 'GOOGLE', 'google-1')
  const apple = await addSocialMember(member, 'APPLE', 'unreadable')
  await member.backend.sql`update member.members set social_grant = 'unreadable' where id = ${apple.id}`
  await leaving(google.id)
  await leaving(apple.id)
  expect(await tasks()).toEqual([])
})
