import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { outcome } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { newNumber } from './new-number.ts'
import { phones } from './phone-steps.ts'
import { startBeforeAll, waiting } from './start-member.ts'

const { deleteMe, joinMember, loginMember, resetPassword, updateMe } = contract.member
const member = startBeforeAll()
const phone = phones(member)
const password = '비밀번호 1234'

const join = (verificationToken: string, email = `${randomUUID()}@kingcar.test`) =>
  member.call(joinMember, {
    provider: 'KINGCAR',
    email,
    password,
    name: '김민지',
    gender: 'Female',
    birthDate: '1995-03-01',
    verificationToken,
    agreedTermsIds: [],
  })
/** A member with a password, signed in. */
async function joined() {
  const number = newNumber()
  const { member: me } = await join(await phone.verify(number))
  return { number, email: me.email ?? '', actor: { role: 'member', id: me.id, sessionId: randomUUID() } as const }
}
const reset = (email: string, verificationToken: string) =>
  outcome(member.call(resetPassword, { email, verificationToken, newPassword: '새 비밀번호 5678' }))

// ASVS 6.4.1
test('a token is valid for the purpose of its code alone, which the SMS names', async () => {
  const { number, email, actor } = await joined()
  const uses = {
    join: (token: string) => outcome(join(token)),
    resetPassword: (token: string) => reset(email, token),
    changePhone: (token: string) => outcome(member.call(updateMe, { verificationToken: token }, { actor })),
  }
  const texts = { join: '가입 인증번호', resetPassword: '비밀번호 재설정 인증번호', changePhone: '번호 변경 인증번호' }
  for (const purpose of ['join', 'resetPassword', 'changePhone'] as const) {
    const token = await phone.verify(number, 'KINGCAR', purpose)
    expect((await phone.sent(number))[0]?.text).toContain(texts[purpose])
    for (const [other, use] of Object.entries(uses))
      if (other !== purpose) expect(`${other} ${await use(token)}`).toBe(`${other} VERIFICATION_REQUIRED`)
    expect(await uses[purpose](token)).toBe(purpose === 'join' ? 'PHONE_TAKEN' : 'ok')
    await member.backend.sql`delete from member.code_sends`
  }
})

test('a code of the earlier version has no purpose, also where it replaces one that has', async () => {
  const { sql } = member.backend
  const number = newNumber()
  const send = async (purpose: 'join' | 'resetPassword') => {
    await phone.send(number, phone.fresh().address, 'KINGCAR', purpose)
    await phone.age(60)
  }
  const purposes = async () =>
    (
      await sql`
      select purpose from member.phone_codes where phone_number = ${number} order by id`
    ).map(({ purpose }) => purpose)
  await send('resetPassword')
  await send('resetPassword')
  // As the earlier version writes it.
  await sql`
    insert into member.phone_verifications (provider, phone_number, expires_at)
    values ('KINGCAR', ${number}, now() + interval '3 minutes')
    on conflict (provider, phone_number) do update
    set id = excluded.id, wrong_tries = 0, expires_at = excluded.expires_at`
  await send('join')
  expect(await purposes()).toEqual(['resetPassword', 'resetPassword', null, 'join'])
})

test('the use of a token ends the other tokens and the codes of its number, but a use that fails does not', async () => {
  const { number, email } = await joined()
  const older = await phone.verify(number)
  const newer = await phone.verify(number)
  await phone.age(60)
  await phone.send(number, phone.fresh().address)
  const code = await phone.code(number, 4)
  expect(await reset('other@kingcar.test', newer)).toBe('MEMBER_NOT_FOUND')
  expect(await reset(email, newer)).toBe('ok')
  expect(await reset(email, older)).toBe('VERIFICATION_REQUIRED')
  expect(await outcome(phone.check(number, code))).toBe('CODE_INVALID')
})

test('a new password, a new phone and leaving end the tokens of the number', async () => {
  const { number, email, actor } = await joined()
  const before = await phone.verify(number)
  await member.call(updateMe, { currentPassword: password, newPassword: '새 비밀번호 1234' }, { actor })
  expect(await reset(email, before)).toBe('VERIFICATION_REQUIRED')

  const stolen = await phone.verify(number)
  const verificationToken = await phone.verify(newNumber())
  const { phoneNumber } = await member.call(updateMe, { verificationToken }, { actor })
  expect(await outcome(join(stolen))).toBe('VERIFICATION_REQUIRED')

  const last = await phone.verify(phoneNumber ?? '')
  await member.call(deleteMe, {}, { actor })
  expect(await outcome(join(last))).toBe('VERIFICATION_REQUIRED')
  expect(await outcome(member.call(loginMember, { email, password: '새 비밀번호 1234' }))).toBe('LOGIN_FAILED')
})

test('of two tokens of a number that are used concurrently, one is accepted', async () => {
  const number = newNumber()
  const tokens = [await phone.verify(number), await phone.verify(number)]
  const { both } = await member.backend.sql.begin(async (tx) => {
    await tx`select from member.verification_tokens where phone_number = ${number} order by hash for update`
    const both = tokens.map((token) => outcome(join(token)))
    await waiting(member, 2)
    return { both } // the commit unlocks them
  })
  expect((await Promise.all(both)).sort()).toEqual(['VERIFICATION_REQUIRED', 'ok'])
})
