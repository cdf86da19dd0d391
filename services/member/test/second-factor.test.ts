import { randomBytes, randomUUID } from 'node:crypto'
import { type AdminGrant, contract } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { createSecretBox } from '@kingcar/runtime'
import { outcome, testProcess } from '@kingcar/testing'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredRows } from '../src/delete-expired-rows.ts'
import { actorOf, claimsOf, type Pair, startBeforeAll, startMember } from './start-member.ts'

const { beginTotp, confirmTotp, deleteTotp, getOwnAdmin, listAdminSessions, loginAdmin, replaceRecoveryCodes } =
  contract.member
const { createPasswordLink, listOutbox, resetAdminPassword, resetSecondFactor } = contract.member
const password = 'a long password'
const start = Date.parse('2027-03-01T00:00:00.000Z')
let now = start
const member = startBeforeAll({ now: () => new Date(now) })
let count = 0
beforeEach(() => {
  now += 3_600_000
})

/** A new administrator; `login` signs in with a code, if it is given. */
async function someAdmin() {
  count += 1
  const own = { email: `factor${count}@kingcar.test`, password }
  await member.join(own.email, own.password)
  const address = `198.51.100.${count}`
  const login = (code?: string, over: { password?: string } = {}): Promise<Pair> =>
    member.call(loginAdmin, { ...own, ...(code !== undefined && { code }), ...over }, { address })
  return { ...own, login }
}

/** The code of an authenticator app, some steps after the present one. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })

/** A new administrator with an authenticator app, in the next time step, in which no code was used. */
async function someProtectedAdmin() {
  const admin = await someAdmin()
  const as = { actor: actorOf(await admin.login()) }
  const { secret } = await member.call(beginTotp, { currentPassword: password }, as)
  const { recoveryCodes } = await member.call(confirmTotp, { code: codeOf(secret) }, as)
  now += 60_000
  return { ...admin, as, secret, recoveryCodes }
}

// ASVS 6.3.3
test('with an authenticator app a sign-in needs the password and a code', async () => {
  const { login, secret } = await someProtectedAdmin()
  expect(await outcome(login())).toBe('SECOND_FACTOR_REQUIRED')
  expect(await outcome(login('000000', { password: 'wrong' }))).toBe('LOGIN_FAILED')
  expect(await outcome(login(codeOf(secret), { password: 'wrong' }))).toBe('LOGIN_FAILED')
  expect(await outcome(login(codeOf(secret, 5)))).toBe('CODE_INVALID')
  expect(claimsOf(await login(codeOf(secret)))).toHaveProperty('sid')
})

test('without one the code is ignored', async () => {
  const { login } = await someAdmin()
  expect(await login('123456')).toHaveProperty('accessToken')
})

// ASVS 6.5.1
describe('a code', () => {
  test('works once, and none of an earlier step works after it', async () => {
    const { login, secret } = await someProtectedAdmin()
    const [before, present, after] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)]
    expect(await outcome(login(present))).toBe('ok')
    expect(await outcome(login(present))).toBe('CODE_INVALID')
    expect(await outcome(login(before))).toBe('CODE_INVALID')
    expect(await outcome(login(after))).toBe('ok')
  })

  test('works once among 20 sign-ins at the same time', async () => {
    for (const of of ['app', 'recovery'] as const) {
      const { login, secret, recoveryCodes } = await someProtectedAdmin()
      const code = of === 'app' ? codeOf(secret) : recoveryCodes[0]
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(login(code))))
      expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1)
      expect(new Set(outcomes)).toEqual(new Set(['ok', 'CODE_INVALID', 'RATE_LIMITED']))
    }
  })

  test('is accepted a step early and a step late', async () => {
    for (const steps of [-1, 1]) {
      const { login, secret } = await someProtectedAdmin()
      expect(await outcome(login(codeOf(secret, steps)))).toBe('ok')
    }
  })
})

// ASVS 6.3.1
describe('guessing codes', () => {
  test('is limited as guessing passwords is, and a sign-in without code resets no count', async () => {
    const { login, secret } = await someProtectedAdmin()
    for (let at = 0; at < 10; at += 1) {
      expect(await outcome(login(codeOf(secret, 10 + at)))).toBe('CODE_INVALID')
      expect(await outcome(login())).toBe(at < 9 ? 'SECOND_FACTOR_REQUIRED' : 'RATE_LIMITED')
    }
    const right = codeOf(secret)
    expect(await outcome(login(right))).toBe('RATE_LIMITED')
    await member.backend.sql`delete from member.failed_attempts`
    expect(await outcome(login(right))).toBe('ok') // the refused sign-in did not use the code
  })

  test('20 passwords at the same time, of which one is right, reveal no more than ten', async () => {
    const { login } = await someProtectedAdmin()
    const tries = Array.from({ length: 20 }, (_, at) =>
      outcome(login(undefined, at === 19 ? {} : { password: `${at}` })),
    )
    const outcomes = await Promise.all(tries)
    expect(outcomes.filter((each) => each === 'LOGIN_FAILED')).toHaveLength(10)
    expect(outcomes[19]).toMatch(/^(RATE_LIMITED|SECOND_FACTOR_REQUIRED)$/)
    expect(await outcome(login())).toBe('RATE_LIMITED')
  })
})

describe('a recovery code', () => {
  test('works once each, however it is typed', async () => {
    const { login, recoveryCodes } = await someProtectedAdmin()
    expect(recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = recoveryCodes
    expect(await outcome(login(first))).toBe('ok')
    expect(await outcome(login(first))).toBe('CODE_INVALID')
    expect(await outcome(login(second.toLowerCase().replaceAll('-', ' ')))).toBe('ok')
  })

  test('of another administrator does not work', async () => {
    const { recoveryCodes } = await someProtectedAdmin()
    const { login } = await someProtectedAdmin()
    expect(await outcome(login(recoveryCodes[0]))).toBe('CODE_INVALID')
  })
})

describe('setting an app up', () => {
  test('needs the current password, and acts after the first code', async () => {
    const { login, email } = await someAdmin()
    const as = { actor: actorOf(await login()) }
    await expect(member.call(beginTotp, { currentPassword: 'wrong' }, as)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'currentPassword' }],
    })
    expect(await outcome(member.call(confirmTotp, { code: '123456' }, as))).toBe('SECOND_FACTOR_NOT_FOUND')
    const first = await member.call(beginTotp, { currentPassword: password }, as)
    const { secret, uri } = await member.call(beginTotp, { currentPassword: password }, as)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain(email)
    expect(await outcome(login())).toBe('ok')
    expect(await outcome(member.call(confirmTotp, { code: codeOf(first.secret) }, as))).toBe('CODE_INVALID')
    expect((await member.call(getOwnAdmin, {}, as)).secondFactor).toBe(false)
    await member.call(confirmTotp, { code: codeOf(secret) }, as)
    expect((await member.call(getOwnAdmin, {}, as)).secondFactor).toBe(true)
    expect(await outcome(login())).toBe('SECOND_FACTOR_REQUIRED')
    expect(await outcome(login(codeOf(secret)))).toBe('CODE_INVALID') // it confirmed the app
  })

  test('ten wrong passwords refuse the next, right one', async () => {
    const { login } = await someAdmin()
    const as = { actor: actorOf(await login()) }
    const begin = (currentPassword: string) => outcome(member.call(beginTotp, { currentPassword }, as))
    for (let at = 0; at < 10; at += 1) expect(await begin('wrong')).toBe('VALIDATION_FAILED')
    expect(await begin(password)).toBe('RATE_LIMITED')
  })

  // ASVS 6.3.1
  test('ten wrong first codes refuse the next, right one, and the password too', async () => {
    const { login } = await someAdmin()
    const as = { actor: actorOf(await login()) }
    const { secret } = await member.call(beginTotp, { currentPassword: password }, as)
    const confirm = (code: string) => outcome(member.call(confirmTotp, { code }, as))
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, at) => confirm(codeOf(secret, 10 + at))))
    expect(outcomes.filter((each) => each === 'CODE_INVALID')).toHaveLength(10)
    expect(await confirm(codeOf(secret))).toBe('RATE_LIMITED')
    expect(await outcome(member.call(deleteTotp, { currentPassword: password }, as))).toBe('RATE_LIMITED')
    expect((await member.call(getOwnAdmin, {}, as)).secondFactor).toBe(false)
    await member.backend.sql`delete from member.failed_attempts`
    expect(await confirm(codeOf(secret))).toBe('ok') // the refused code did not count as used
  })

  test('expires after 30 minutes, and its secret is deleted', async () => {
    const { login } = await someAdmin()
    const as = { actor: actorOf(await login()) }
    const { secret } = await member.call(beginTotp, { currentPassword: password }, as)
    const begun = now
    now = begun + 30 * 60_000
    expect(await outcome(member.call(confirmTotp, { code: codeOf(secret, 10) }, as))).toBe('CODE_INVALID')
    now += 1_000
    expect(await outcome(member.call(confirmTotp, { code: codeOf(secret) }, as))).toBe('SECOND_FACTOR_NOT_FOUND')
    await member.call(beginTotp, { currentPassword: password }, as)
    const { sql } = member.backend
    const own = sql`admin_id = ${as.actor.id}`
    await sql`update member.totp_secrets set created_at = now() - interval '31 minutes' where ${own}`
    const { DATABASE_URL: url } = member.options
    await using db = await openDatabase({ url, schema: 'member', name: 'test', log: testProcess().log })
    await deleteExpiredRows(db, 400)
    expect(await sql`select from member.totp_secrets where ${own}`).toHaveLength(0)
  })

  test('is refused while one is set up', async () => {
    const { as } = await someProtectedAdmin()
    const begun = member.call(beginTotp, { currentPassword: password }, as)
    expect(await outcome(begun)).toBe('SECOND_FACTOR_EXISTS')
    const confirmed = member.call(confirmTotp, { code: '123456' }, as)
    expect(await outcome(confirmed)).toBe('SECOND_FACTOR_EXISTS')
  })

  test('two first codes at the same time give one list of recovery codes', async () => {
    const { login } = await someAdmin()
    const as = { actor: actorOf(await login()) }
    const { secret } = await member.call(beginTotp, { currentPassword: password }, as)
    const confirm = () => outcome(member.call(confirmTotp, { code: codeOf(secret) }, as))
    expect((await Promise.all([confirm(), confirm()])).sort()).toEqual(['SECOND_FACTOR_EXISTS', 'ok'])
    const rows = await member.backend.sql`select from member.recovery_codes where admin_id = ${as.actor.id}`
    expect(rows).toHaveLength(10)
  })
})

// ASVS 7.4.3
test('a second factor that is switched on or off ends the other sessions', async () => {
  const { login } = await someAdmin()
  const [other, own] = [await login(), await login()]
  const as = { actor: actorOf(own) }
  const { secret } = await member.call(beginTotp, { currentPassword: password }, as)
  await member.call(confirmTotp, { code: codeOf(secret) }, as)
  const sessions = async () => (await member.call(listAdminSessions, {}, as)).map(({ id }) => id)
  expect(await sessions()).toEqual([claimsOf(own).sid])
  expect(await outcome(member.reissue(other))).toBe('REFRESH_INVALID')
  now += 60_000
  await login(codeOf(secret))
  expect(await sessions()).toHaveLength(2)
  await member.call(deleteTotp, { currentPassword: password }, as)
  expect(await sessions()).toEqual([claimsOf(own).sid])
})

describe('new recovery codes', () => {
  test.each(['password', 'code', 'recovery code'])('by a %s replace the earlier ones', async (by) => {
    const { login, as, secret, recoveryCodes } = await someProtectedAdmin()
    const code = by === 'code' ? codeOf(secret) : (recoveryCodes[0] ?? '')
    const proof = by === 'password' ? { currentPassword: password } : { code }
    const { recoveryCodes: replaced } = await member.call(replaceRecoveryCodes, proof, as)
    expect(new Set([...recoveryCodes, ...replaced]).size).toBe(20)
    expect(await outcome(login(recoveryCodes[1]))).toBe('CODE_INVALID')
    expect(await outcome(login(replaced[0]))).toBe('ok')
    if (by === 'code') expect(await outcome(login(code))).toBe('CODE_INVALID') // it was used
    const sessions = await member.call(listAdminSessions, {}, as)
    expect(sessions.length).toBeGreaterThan(1) // no session ends
    const entries = await member.backend.sql`
      select before, after from member.audit_logs
      where actor_id = ${as.actor.id} and action = 'replaceRecoveryCodes' and entity_id = ${as.actor.id}`
    expect(entries).toEqual([{ before: null, after: null }])
  })

  test('need a second factor and exactly one right proof, and limit wrong ones', async () => {
    const { as, secret, login, recoveryCodes } = await someProtectedAdmin()
    const replace = (proof: { currentPassword?: string; code?: string }, by = as) =>
      outcome(member.call(replaceRecoveryCodes, proof, by))
    const without = { actor: actorOf(await (await someAdmin()).login()) }
    expect(await replace({ currentPassword: password }, without)).toBe('SECOND_FACTOR_NOT_FOUND')
    expect(await replace({ code: '123456' }, without)).toBe('SECOND_FACTOR_NOT_FOUND')
    for (const proof of [{}, { currentPassword: password, code: codeOf(secret) }])
      expect(await replace(proof)).toBe('VALIDATION_FAILED')
    for (let at = 0; at < 5; at += 1) {
      expect(await replace({ currentPassword: 'wrong' })).toBe('VALIDATION_FAILED')
      expect(await replace({ code: codeOf(secret, 20 + at) })).toBe('CODE_INVALID')
    }
    expect(await replace({ code: recoveryCodes[0] ?? '' })).toBe('RATE_LIMITED')
    expect(await outcome(login(recoveryCodes[0]))).toBe('ok')
  })

  test('of two calls at the same time leave one list that works', async () => {
    const { as, login } = await someProtectedAdmin()
    const replace = () => member.call(replaceRecoveryCodes, { currentPassword: password }, as)
    const lists = await Promise.all([replace(), replace()])
    const outcomes = []
    for (const { recoveryCodes } of lists) outcomes.push(await outcome(login(recoveryCodes[0])))
    expect(outcomes.sort()).toEqual(['CODE_INVALID', 'ok'])
  })
})

describe('removing an app', () => {
  test.each(['password', 'code', 'recovery code'])('by a %s makes sign-ins need the password only', async (by) => {
    const { login, as, secret, recoveryCodes } = await someProtectedAdmin()
    const code = by === 'code' ? codeOf(secret) : (recoveryCodes[0] ?? '')
    const proof = by === 'password' ? { currentPassword: password } : { code }
    expect(await member.call(deleteTotp, proof, as)).toBeNull()
    expect(await outcome(login())).toBe('ok')
    expect(await outcome(member.call(deleteTotp, proof, as))).toBe('SECOND_FACTOR_NOT_FOUND')
    const rows = await member.backend.sql`select from member.recovery_codes where admin_id = ${as.actor.id}`
    expect(rows).toHaveLength(0)
  })

  test('needs exactly one right proof, and limits wrong ones', async () => {
    const { as, secret, login } = await someProtectedAdmin()
    const remove = (proof: { currentPassword?: string; code?: string }) => outcome(member.call(deleteTotp, proof, as))
    for (const proof of [{}, { currentPassword: password, code: codeOf(secret) }])
      expect(await remove(proof)).toBe('VALIDATION_FAILED')
    for (let at = 0; at < 5; at += 1) {
      expect(await remove({ currentPassword: 'wrong' })).toBe('VALIDATION_FAILED')
      expect(await remove({ code: codeOf(secret, 20 + at) })).toBe('CODE_INVALID')
    }
    expect(await remove({ code: codeOf(secret) })).toBe('RATE_LIMITED')
    expect(await remove({ currentPassword: password })).toBe('RATE_LIMITED')
    expect(await outcome(login())).toBe('SECOND_FACTOR_REQUIRED')
  })
})

// ASVS 7.5.3
test('gateways know who has a second factor, and when a session signed in, also after a reissue', async () => {
  const grants: AdminGrant[] = []
  await member.bus.follow('ADMINS', 'start', ({ data }) => {
    grants.push(JSON.parse(Buffer.from(data).toString()))
  })
  const { as, login, secret } = await someProtectedAdmin()
  const grantOf = () => grants.findLast(({ adminId }) => adminId === as.actor.id)
  await expect.poll(grantOf).toMatchObject({ secondFactor: true })
  const signedInAt = now / 1_000
  const tokens = await login(codeOf(secret))
  now += 3_600_000
  const renewed = claimsOf(await member.reissue(tokens))
  expect(renewed).toMatchObject({ auth_time: signedInAt, iat: now / 1_000 })
  await member.call(deleteTotp, { currentPassword: password }, as)
  await expect.poll(grantOf).not.toHaveProperty('secondFactor')
})

// ASVS 6.4.3
test('a password that is reset leaves the second factor as it is', async () => {
  const [admin, owner] = [await someProtectedAdmin(), await someProtectedAdmin()]
  const { link } = await member.call(createPasswordLink, { id: admin.as.actor.id }, owner.as)
  const token = link.slice(link.indexOf('#') + 1)
  const newPassword = 'another long password'
  await member.call(resetAdminPassword, { token, newPassword })
  expect(await outcome(admin.login(undefined, { password: newPassword }))).toBe('SECOND_FACTOR_REQUIRED')
  expect(await outcome(admin.login(codeOf(admin.secret), { password: newPassword }))).toBe('ok')
})

// ASVS 6.4.4
test('an owner switches the second factor of another administrator off, which ends their sessions', async () => {
  const lost = await someProtectedAdmin()
  const open = await lost.login(codeOf(lost.secret))
  const owner = await someProtectedAdmin()
  const { id } = lost.as.actor
  const reset = (target = id, as = owner.as) => outcome(member.call(resetSecondFactor, { id: target }, as))
  expect(await reset(owner.as.actor.id)).toBe('OWN_SECOND_FACTOR')
  expect(await reset(randomUUID())).toBe('ADMIN_NOT_FOUND')
  expect(await reset(id, { actor: { ...owner.as.actor, adminRole: 'manager' } as typeof owner.as.actor })).toBe(
    'FORBIDDEN',
  )
  expect(await outcome(lost.login())).toBe('SECOND_FACTOR_REQUIRED')
  expect(await reset()).toBe('ok')
  expect(await outcome(member.reissue(open))).toBe('REFRESH_INVALID')
  expect(await outcome(lost.login())).toBe('ok')
  expect(await reset()).toBe('ok') // nothing to do
  const entries = await member.backend.sql`
    select actor_id, before, after from member.audit_logs where entity_id = ${id} and action = 'resetSecondFactor'`
  expect(entries).toEqual([
    { actor_id: owner.as.actor.id, before: { secondFactor: true }, after: { secondFactor: false } },
  ])
})

test('an administrator is mailed when the second factor is switched on, off, or reset by an owner', async () => {
  const { email, as, login } = await someProtectedAdmin()
  const subjects = async () => {
    const mails = (await member.call(listOutbox, {})).filter(({ to }) => to === email)
    return mails.map(({ subject }) => subject).toSorted()
  }
  const [off, on, reset] = [
    '[KingCar] 관리자 2단계 인증을 껐어요',
    '[KingCar] 관리자 2단계 인증을 켰어요',
    '[KingCar] 소유자가 2단계 인증을 초기화했어요',
  ]
  await expect.poll(subjects).toEqual([on])
  await member.call(deleteTotp, { currentPassword: password }, as)
  await expect.poll(subjects).toEqual([off, on])
  const again = { actor: actorOf(await login()) }
  const { secret } = await member.call(beginTotp, { currentPassword: password }, again)
  await member.call(confirmTotp, { code: codeOf(secret) }, again)
  const owner = await someProtectedAdmin()
  await member.call(resetSecondFactor, { id: again.actor.id }, owner.as)
  await expect.poll(subjects).toEqual([off, on, on, reset])
  expect(await outcome(member.call(deleteTotp, { currentPassword: 'wrong' }, owner.as))).toBe('VALIDATION_FAILED')
  expect(await subjects()).toHaveLength(4)
})

// ASVS 6.5.2
test('tables and the audit log have neither the secret nor a recovery code', async () => {
  const { as, secret, recoveryCodes } = await someProtectedAdmin()
  await member.call(deleteTotp, { code: recoveryCodes[0] ?? '' }, as)
  const again = await member.call(beginTotp, { currentPassword: password }, as)
  const { sql } = member.backend
  const [row] = await sql`select sealed_secret from member.totp_secrets where admin_id = ${as.actor.id}`
  const key = Buffer.from(member.options.TOKEN_SECRET, 'hex')
  expect(createSecretBox([key], 'sealer').decrypt(row?.sealed_secret)).toBe(again.secret)
  const entries = await sql`
    select action, before, after from member.audit_logs where actor_id = ${as.actor.id} and action like '%Totp' order by at, id`
  expect(entries).toEqual([
    { action: 'confirmTotp', before: { secondFactor: false }, after: { secondFactor: true } },
    { action: 'deleteTotp', before: { secondFactor: true }, after: { secondFactor: false } },
  ])
  expect(JSON.stringify(entries)).not.toContain(secret)
})

// ASVS 11.2.2
test('the key of the secrets is changed without an effect on sign-ins', async () => {
  const { login, secret } = await someProtectedAdmin()
  await member.stop()
  const next = randomBytes(32).toString('hex')
  const both = Object.assign({}, member.options, { TOKEN_SECRET: `${next},${member.options.TOKEN_SECRET}` })
  {
    await using _changing = await startMember(both, testProcess())
    expect(await outcome(login(codeOf(secret)))).toBe('ok')
    const box = createSecretBox([Buffer.from(next, 'hex')], 'sealer')
    const decrypted = async () => {
      const rows = await member.backend.sql`select sealed_secret from member.totp_secrets`
      return rows.map((row) => box.decrypt(row.sealed_secret))
    }
    await expect.poll(() => decrypted().catch(() => [])).toContain(secret)
  }
  await using _changed = await startMember(Object.assign({}, member.options, { TOKEN_SECRET: next }), testProcess())
  now += 60_000
  expect(await outcome(login(codeOf(secret)))).toBe('ok')
})
