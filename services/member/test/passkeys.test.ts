import { randomUUID } from 'node:crypto'
import { type AdminGrant, contract } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { createPasskey, type TestPasskey } from '@kingcar/testing/passkey'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { actorOf, claimsOf, type Pair, startBeforeAll, startTestMember } from './start-member.ts'

const { beginPasskey, beginPasskeyLogin, beginTotp, confirmPasskey, confirmTotp, deletePasskey } = contract.member
const { deleteTotp, getOwnAdmin, getSecondFactors, listAdminSessions, loginAdmin, loginByPasskey } = contract.member
const { resetSecondFactor, updateAdmin, updatePasskey } = contract.member
const password = 'a long password'
const origin = 'https://admin.kingcar.test'
let now = Date.parse('2027-03-01T00:00:00.000Z')
const member = startBeforeAll({ CONSOLE_URL: `${origin}/`, now: () => new Date(now) })
let count = 0
beforeEach(() => {
  now += 3_600_000
})

async function someAdmin() {
  count += 1
  const email = `passkey${count}@kingcar.test`
  await member.join(email, password)
  const address = `198.51.100.${count}`
  const login = (code?: string): Promise<Pair> =>
    member.call(loginAdmin, { email, password, ...(code !== undefined && { code }) }, { address })
  const tokens = await login()
  return { email, login, tokens, as: { actor: actorOf(tokens) } }
}
type Admin = Awaited<ReturnType<typeof someAdmin>>

const begin = ({ as }: Pick<Admin, 'as'>) => member.call(beginPasskey, { currentPassword: password }, as)

/** Adds a passkey to an account. */
async function addPasskey(admin: Pick<Admin, 'as'>, passkey = createPasskey(origin), name = '회사 노트북') {
  const made = passkey.create(await begin(admin))
  const { recoveryCodes } = await member.call(confirmPasskey, { name, ...made }, admin.as)
  return { passkey, recoveryCodes }
}

/** A new administrator with one passkey. */
async function someProtectedAdmin() {
  const admin = await someAdmin()
  return { ...admin, ...(await addPasskey(admin)) }
}

const factorsOf = ({ as }: Pick<Admin, 'as'>) => member.call(getSecondFactors, {}, as)
const beginLogin = (address = `2001:db8:${randomUUID().slice(0, 4)}:1::1`) =>
  member.call(beginPasskeyLogin, {}, { address })
const signIn = async (passkey: TestPasskey, over = {}): Promise<Pair> =>
  member.call(loginByPasskey, passkey.get(await beginLogin(), over))

/** The code of an authenticator app. */
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })

async function addApp({ as }: Pick<Admin, 'as'>) {
  const { secret } = await member.call(beginTotp, { currentPassword: password }, as)
  const { recoveryCodes } = await member.call(confirmTotp, { code: codeOf(secret) }, as)
  now += 60_000
  return { secret, recoveryCodes }
}

const stored = () => member.backend.sql`select id, counter, last_used_at from member.passkeys order by id`

// ASVS 6.3.3
test('a passkey signs in alone, and a password needs it or a recovery code', async () => {
  const { as, login, passkey, recoveryCodes } = await someProtectedAdmin()
  const tokens = await signIn(passkey)
  expect(claimsOf(tokens)).toMatchObject({ sub: as.actor.id, auth_time: now / 1_000 })
  expect(await outcome(member.reissue(tokens))).toBe('ok')
  await expect(login()).rejects.toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
    details: [{ path: 'passkey' }, { path: 'recoveryCode' }],
  })
  expect(await outcome(login('123456'))).toBe('CODE_INVALID')
  expect(await outcome(login(recoveryCodes[0]))).toBe('ok')
  expect(await outcome(login(recoveryCodes[0]))).toBe('CODE_INVALID')
  const [{ lastUsedAt } = {}] = (await factorsOf({ as })).passkeys
  expect(lastUsedAt).toBe(new Date(now).toISOString())
  expect((await member.call(getOwnAdmin, {}, as)).lastLoginAt).toBe(lastUsedAt)
})

// ASVS 6.7.2
test('the options are those of a discoverable passkey with a verified user, at the address of the console', async () => {
  const admin = await someProtectedAdmin()
  expect(await begin(admin)).toMatchObject({
    rp: { id: 'admin.kingcar.test', name: 'KingCar' },
    user: { name: admin.email },
    excludeCredentials: [{ type: 'public-key', id: admin.passkey.credentialId }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const options = await beginLogin()
  expect(options).toMatchObject({ rpId: 'admin.kingcar.test', userVerification: 'required' })
  expect(options).not.toHaveProperty('allowCredentials')
  expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
})

describe('adding a passkey', () => {
  test('switches the second factor on, for gateways too, and ends the other sessions', async () => {
    const grants: AdminGrant[] = []
    await member.bus.follow('ADMINS', 'start', ({ data }) => {
      grants.push(JSON.parse(Buffer.from(data).toString()))
    })
    const admin = await someAdmin()
    const other = await admin.login()
    const { recoveryCodes } = await addPasskey(admin)
    expect(recoveryCodes).toHaveLength(10)
    const { id } = admin.as.actor
    await expect.poll(() => grants.findLast(({ adminId }) => adminId === id)).toMatchObject({ secondFactor: true })
    expect(await outcome(member.reissue(other))).toBe('REFRESH_INVALID')
    expect(await member.call(listAdminSessions, {}, admin.as)).toHaveLength(1)
    expect(await factorsOf(admin)).toMatchObject({
      totp: false,
      passkeys: [{ name: '회사 노트북', createdAt: new Date(now).toISOString(), lastUsedAt: null }],
      recoveryCodes: 10,
    })
    const entries = await member.backend.sql`
      select action, entity, before, after from member.audit_logs where entity_id = ${id} and action like '%asskey'`
    expect(entries).toEqual([
      {
        action: 'confirmPasskey',
        entity: 'admin',
        before: { secondFactor: false, passkeys: [] },
        after: { secondFactor: true, passkeys: ['회사 노트북'] },
      },
    ])
  })

  test('makes recovery codes only if there are none, whichever factor comes first', async () => {
    const first = await someProtectedAdmin()
    expect((await addPasskey(first)).recoveryCodes).toEqual([])
    expect((await addApp(first)).recoveryCodes).toEqual([])
    expect(await outcome(first.login(first.recoveryCodes[0]))).toBe('ok')
    const second = await someAdmin()
    const { recoveryCodes } = await addApp(second)
    expect((await addPasskey(second)).recoveryCodes).toEqual([])
    expect(recoveryCodes).toHaveLength(10)
    await member.backend.sql`delete from member.recovery_codes where admin_id = ${second.as.actor.id}`
    expect((await addPasskey(second)).recoveryCodes).toHaveLength(10)
  })

  test('needs the current password, which is limited', async () => {
    const { as } = await someAdmin()
    const call = (currentPassword: string) => member.call(beginPasskey, { currentPassword }, as)
    await expect(call('wrong')).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'currentPassword'))
    for (let at = 0; at < 9; at += 1) expect(await outcome(call('wrong'))).toBe('VALIDATION_FAILED')
    expect(await outcome(call(password))).toBe('RATE_LIMITED')
  })

  test('is refused for an eleventh, also if both were begun before, and for the same again', async () => {
    const admin = await someProtectedAdmin()
    const { passkey } = admin
    const again = passkey.create(await begin(admin))
    expect(await outcome(member.call(confirmPasskey, { name: '같은 것', ...again }, admin.as))).toBe('PASSKEY_EXISTS')
    for (let at = 0; at < 8; at += 1) await addPasskey(admin)
    const begun = [await begin(admin), await begin(admin)]
    const confirmed = await Promise.all(
      begun.map((options) =>
        outcome(member.call(confirmPasskey, { name: '폰', ...createPasskey(origin).create(options) }, admin.as)),
      ),
    )
    expect(confirmed.sort()).toEqual(['PASSKEY_LIMIT', 'ok'])
    expect(await outcome(begin(admin))).toBe('PASSKEY_LIMIT')
    expect((await factorsOf(admin)).passkeys).toHaveLength(10)
  })

  test('an own passkey of another administrator cannot be added', async () => {
    const [{ passkey }, other] = [await someProtectedAdmin(), await someAdmin()]
    const made = passkey.create(await begin(other))
    expect(await outcome(member.call(confirmPasskey, { name: '남의 것', ...made }, other.as))).toBe('PASSKEY_EXISTS')
    expect((await member.call(getOwnAdmin, {}, other.as)).secondFactor).toBe(false)
  })
})

// ASVS 6.7.2
describe('a new passkey is refused, and nothing is changed, with', () => {
  const refused = async (admin: Admin, made: ReturnType<TestPasskey['create']>, code: string) => {
    expect(await outcome(member.call(confirmPasskey, { name: '새것', ...made }, admin.as))).toBe(code)
    expect(await factorsOf(admin)).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 })
    expect((await member.call(getOwnAdmin, {}, admin.as)).secondFactor).toBe(false)
  }

  test.each([
    ['another origin', { origin: 'https://admin.kingcar.test.evil.test' }, 'PASSKEY_ORIGIN_INVALID'],
    ['another port', { origin: `${origin}:8443` }, 'PASSKEY_ORIGIN_INVALID'],
    ['another RP id', { rpId: 'kingcar.test' }, 'PASSKEY_INVALID'],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 'PASSKEY_CHALLENGE_INVALID'],
    ['a user who is not verified', { verified: false }, 'PASSKEY_INVALID'],
    ['the response to a sign-in', { type: 'webauthn.get' }, 'PASSKEY_INVALID'],
  ])('%s', async (_what, over, code) => {
    const admin = await someAdmin()
    await refused(admin, createPasskey(origin).create(await begin(admin), over), code)
  })

  test("another administrator's challenge, which stays usable there, and that of a sign-in", async () => {
    const [admin, other] = [await someAdmin(), await someAdmin()]
    const options = await begin(other)
    await refused(admin, createPasskey(origin).create(options), 'PASSKEY_CHALLENGE_INVALID')
    const made = createPasskey(origin).create(options)
    expect(await outcome(member.call(confirmPasskey, { name: '제 것', ...made }, other.as))).toBe('ok')
    const { challenge } = await beginLogin()
    const mixed = { ...(await begin(admin)), challenge }
    await refused(admin, createPasskey(origin).create(mixed), 'PASSKEY_CHALLENGE_INVALID')
  })

  test('a challenge that has expired, or was used by an attempt that failed', async () => {
    const admin = await someAdmin()
    const [old, used] = [await begin(admin), await begin(admin)]
    await refused(admin, createPasskey(origin).create(used, { verified: false }), 'PASSKEY_INVALID')
    await refused(admin, createPasskey(origin).create(used), 'PASSKEY_CHALLENGE_INVALID')
    now += 5 * 60_000
    await refused(admin, createPasskey(origin).create(old), 'PASSKEY_CHALLENGE_INVALID')
  })

  test('garbage', async () => {
    const admin = await someAdmin()
    await refused(
      admin,
      { ...createPasskey(origin).create(await begin(admin)), attestationObject: 'AAAA' },
      'PASSKEY_INVALID',
    )
    const garbage = { ...createPasskey(origin).create(await begin(admin)), clientDataJSON: 'AAAA' }
    await refused(admin, garbage, 'PASSKEY_INVALID')
  })
})

describe('a sign-in is refused, and nothing is changed, with', () => {
  const refused = async (input: ReturnType<TestPasskey['get']>, code: string) => {
    const before = await stored()
    expect(await outcome(member.call(loginByPasskey, input))).toBe(code)
    expect(await stored()).toEqual(before)
  }

  // ASVS 6.7.2
  test.each([
    ['another origin', { origin: 'https://evil.test' }, 'PASSKEY_ORIGIN_INVALID'],
    ['another RP id', { rpId: 'evil.test' }, 'PASSKEY_INVALID'],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 'PASSKEY_CHALLENGE_INVALID'],
    ['a user who is not verified', { verified: false }, 'PASSKEY_INVALID'],
    ['the response to an addition', { type: 'webauthn.create' }, 'PASSKEY_INVALID'],
  ])('%s', async (_what, over, code) => {
    const { passkey } = await someProtectedAdmin()
    await refused(passkey.get(await beginLogin(), over), code)
    expect(await outcome(signIn(passkey))).toBe('ok')
  })

  test('a challenge that was used, has expired, or was made to add a passkey', async () => {
    const admin = await someProtectedAdmin()
    const { passkey } = admin
    const [used, old] = [await beginLogin(), await beginLogin()]
    await member.call(loginByPasskey, passkey.get(used))
    await refused(passkey.get(used), 'PASSKEY_CHALLENGE_INVALID')
    const { challenge } = await begin(admin)
    await refused(passkey.get({ challenge, rpId: 'admin.kingcar.test' }), 'PASSKEY_CHALLENGE_INVALID')
    now += 5 * 60_000
    await refused(passkey.get(old), 'PASSKEY_CHALLENGE_INVALID')
  })

  test('a challenge that 20 sign-ins use at the same time, except one', async () => {
    const { passkey } = await someProtectedAdmin()
    const input = passkey.get(await beginLogin())
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(member.call(loginByPasskey, input))))
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'PASSKEY_CHALLENGE_INVALID']))
  })

  test('a counter that goes back or stays, unless it is always zero', async () => {
    const { passkey } = await someProtectedAdmin()
    await signIn(passkey, { counter: 7 })
    for (const counter of [7, 6, 0]) await refused(passkey.get(await beginLogin(), { counter }), 'PASSKEY_COPIED')
    expect(await outcome(signIn(passkey, { counter: 8 }))).toBe('ok')
    const admin = await someAdmin()
    const uncounted = createPasskey(origin)
    const made = uncounted.create(await begin(admin), { counter: 0 })
    await member.call(confirmPasskey, { name: '휴대폰', ...made }, admin.as)
    for (let at = 0; at < 2; at += 1) expect(await outcome(signIn(uncounted, { counter: 0 }))).toBe('ok')
  })

  test('the signature of another passkey, or the name of another account', async () => {
    const [one, other] = [await someProtectedAdmin(), await someProtectedAdmin()]
    const { credentialId } = other.passkey
    await refused({ ...one.passkey.get(await beginLogin()), credentialId }, 'PASSKEY_INVALID')
    const { userHandle } = other.passkey.get(await beginLogin())
    await refused({ ...one.passkey.get(await beginLogin()), userHandle }, 'PASSKEY_INVALID')
  })

  test('a passkey that was deleted, never added, or whose owner is disabled', async () => {
    const admin = await someProtectedAdmin()
    const [{ id = '' } = {}] = (await factorsOf(admin)).passkeys
    await member.call(deletePasskey, { id }, admin.as)
    await refused(admin.passkey.get(await beginLogin()), 'PASSKEY_NOT_FOUND')
    const unknown = createPasskey(origin)
    unknown.create(await begin(admin))
    await refused(unknown.get(await beginLogin()), 'PASSKEY_NOT_FOUND')
    const [owner, disabled] = [await someAdmin(), await someProtectedAdmin()]
    await member.call(updateAdmin, { id: disabled.as.actor.id, disabled: true }, owner.as)
    await refused(disabled.passkey.get(await beginLogin()), 'PASSKEY_NOT_FOUND')
    await member.call(updateAdmin, { id: disabled.as.actor.id, disabled: false }, owner.as)
    expect(await outcome(signIn(disabled.passkey))).toBe('ok')
  })
})

// ASVS 6.3.1
test('a hundred sign-ins with a passkey begin in a network, and further ones wait', async () => {
  const address = '203.0.113.99'
  for (let at = 0; at < 100; at += 1) await beginLogin(address)
  expect(await outcome(beginLogin(address))).toBe('RATE_LIMITED')
  expect(await outcome(beginLogin())).toBe('ok')
})

test('a passkey of the own account is renamed, which is in the audit log and ends no session', async () => {
  const admin = await someProtectedAdmin()
  const other = await signIn(admin.passkey)
  const [{ id = '', ...passkey } = {}] = (await factorsOf(admin)).passkeys
  const rename = (name: string, { as } = admin) => member.call(updatePasskey, { id, name }, as)
  for (const _time of [1, 2]) expect(await rename('새 노트북')).toEqual({ ...passkey, id, name: '새 노트북' })
  expect((await factorsOf(admin)).passkeys.map(({ name }) => name)).toEqual(['새 노트북'])
  expect(await outcome(rename(' '))).toBe('VALIDATION_FAILED')
  expect(await outcome(rename('남의 것', await someProtectedAdmin()))).toBe('PASSKEY_NOT_FOUND')
  expect(await outcome(member.reissue(other))).toBe('ok')
  const entries = await member.backend.sql`
    select before, after from member.audit_logs where entity_id = ${admin.as.actor.id} and action = 'updatePasskey'`
  expect(entries).toEqual([{ before: { passkeys: ['회사 노트북'] }, after: { passkeys: ['새 노트북'] } }])
})

// ASVS 6.5.6, 7.4.3
describe('deleting a passkey', () => {
  test('ends the other sessions, and the last factor switches the second factor off', async () => {
    const admin = await someProtectedAdmin()
    const second = await addPasskey(admin, createPasskey(origin), '휴대폰')
    const other = await signIn(second.passkey)
    const [first, last] = (await factorsOf(admin)).passkeys
    const remove = (id = '', { as } = admin) => outcome(member.call(deletePasskey, { id }, as))
    expect(await remove(first?.id)).toBe('ok')
    expect(await outcome(member.reissue(other))).toBe('REFRESH_INVALID')
    expect(await outcome(admin.login())).toBe('SECOND_FACTOR_REQUIRED')
    expect(await remove(first?.id)).toBe('PASSKEY_NOT_FOUND')
    expect(await remove(last?.id, await someProtectedAdmin())).toBe('PASSKEY_NOT_FOUND')
    expect(await remove(last?.id)).toBe('ok')
    expect(await factorsOf(admin)).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 })
    expect(await outcome(admin.login())).toBe('ok')
    const entries = await member.backend.sql`
      select before, after from member.audit_logs
      where entity_id = ${admin.as.actor.id} and action = 'deletePasskey' order by at, id`
    expect(entries).toEqual([
      {
        before: { secondFactor: true, passkeys: ['회사 노트북', '휴대폰'] },
        after: { secondFactor: true, passkeys: ['휴대폰'] },
      },
      { before: { secondFactor: true, passkeys: ['휴대폰'] }, after: { secondFactor: false, passkeys: [] } },
    ])
  })

  test('leaves the authenticator app and the recovery codes, and the other way round', async () => {
    const admin = await someProtectedAdmin()
    const { secret } = await addApp(admin)
    const [{ id = '' } = {}] = (await factorsOf(admin)).passkeys
    await member.call(deletePasskey, { id }, admin.as)
    expect(await factorsOf(admin)).toEqual({ totp: true, passkeys: [], recoveryCodes: 10 })
    expect(await outcome(admin.login(codeOf(secret)))).toBe('ok')
    await addPasskey(admin)
    await member.call(deleteTotp, { currentPassword: password }, admin.as)
    expect(await factorsOf(admin)).toMatchObject({ totp: false, passkeys: [{}], recoveryCodes: 10 })
    expect(await outcome(admin.login())).toBe('SECOND_FACTOR_REQUIRED')
    expect(await outcome(admin.login(codeOf(secret)))).toBe('CODE_INVALID')
    const again = [{ currentPassword: password }, { code: admin.recoveryCodes[0] ?? '' }]
    for (const proof of again)
      expect(await outcome(member.call(deleteTotp, proof, admin.as))).toBe('SECOND_FACTOR_NOT_FOUND')
    expect((await factorsOf(admin)).recoveryCodes).toBe(10)
  })

  test('by a recovery code uses that code up if a passkey is left', async () => {
    const admin = await someProtectedAdmin()
    await addApp(admin)
    const [code = ''] = admin.recoveryCodes
    await member.call(deleteTotp, { code }, admin.as)
    expect((await factorsOf(admin)).recoveryCodes).toBe(9)
    expect(await outcome(admin.login(code))).toBe('CODE_INVALID')
  })
})

// ASVS 6.5.6
test('a reset by an owner deletes the passkeys', async () => {
  const [owner, lost] = [await someAdmin(), await someProtectedAdmin()]
  const open = await signIn(lost.passkey)
  await member.call(resetSecondFactor, { id: lost.as.actor.id }, owner.as)
  expect(await outcome(member.reissue(open))).toBe('REFRESH_INVALID')
  expect(await outcome(signIn(lost.passkey))).toBe('PASSKEY_NOT_FOUND')
  expect(await factorsOf(lost)).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 })
  expect(await outcome(lost.login())).toBe('ok')
})

test('a reset deletes passkeys that a process of an earlier version has left', async () => {
  const [owner, lost] = [await someAdmin(), await someProtectedAdmin()]
  const { id } = lost.as.actor
  const { sql } = member.backend
  await sql`update member.admins set second_factor = false where id = ${id}`
  await sql`delete from member.recovery_codes where admin_id = ${id}`
  expect(await outcome(lost.login())).toBe('SECOND_FACTOR_REQUIRED')
  await member.call(resetSecondFactor, { id }, owner.as)
  expect(await outcome(lost.login())).toBe('ok')
  expect(await outcome(signIn(lost.passkey))).toBe('PASSKEY_NOT_FOUND')
})

test.each([
  [undefined, undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://127.0.0.1:8080', 'http://localhost:8080'],
  ['http://[::1]:8080/', 'http://localhost:8080'],
])('with CONSOLE_URL %s passkeys belong to %s', async (url, expected) => {
  await using own = await startTestMember(url === undefined ? {} : { CONSOLE_URL: url })
  const begun = own.call(beginPasskeyLogin, {})
  if (expected === undefined) return expect(await outcome(begun)).toBe('PASSKEYS_UNAVAILABLE')
  expect((await begun).rpId).toBe('localhost')
  await own.join('local@kingcar.test', password)
  const as = { actor: actorOf(await own.login({ email: 'local@kingcar.test', password })) }
  const made = createPasskey(expected).create(await own.call(beginPasskey, { currentPassword: password }, as))
  expect(await outcome(own.call(confirmPasskey, { name: '이 컴퓨터', ...made }, as))).toBe('ok')
})
