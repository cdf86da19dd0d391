import { randomUUID } from 'node:crypto'
import { contract, type Input } from '@kingcar/contract'
import { outcome } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { newNumber } from './new-number.ts'
import { phones } from './phone-steps.ts'
import { startBeforeAll, waiting } from './start-member.ts'

const { joinMember, getMe, loginMember, releasePhone, resetPassword, updateMe } = contract.member
const admin = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'owner', storeIds: null } as const
const member = startBeforeAll()
const phone = phones(member)
const newPassword = '새 비밀번호 5678'

const join = async (phoneNumber: string) =>
  member.call(joinMember, {
    provider: 'KINGCAR',
    email: `${randomUUID()}@kingcar.test`,
    password: newPassword,
    name: '새 주인',
    gender: 'Male',
    birthDate: '1991-01-01',
    verificationToken: await phone.verify(phoneNumber),
    agreedTermsIds: [],
  })
/** A member who verified the number this many days ago. */
async function holder(days: number) {
  const added = await member.addMember()
  await member.backend.sql`update member.members set phone_verified_at = now() - make_interval(days => ${days})
    where id = ${added.id}`
  return added
}
const endReason = async (sessionId: string) =>
  (await member.backend.sql`select end_reason from member.sessions where id = ${sessionId}`)[0]?.end_reason

describe('a number that another member verified 91 days ago', () => {
  test('joins, and leaves its earlier member without a number and without sessions', async () => {
    const old = await holder(91)
    expect((await join(old.phoneNumber)).member.phoneNumber).toBe(old.phoneNumber)
    expect(await member.call(getMe, {}, { actor: old.actor })).toMatchObject({ id: old.id, phoneNumber: null })
    expect(await endReason(old.actor.sessionId)).toBe('phoneReleased')
    const changes = async () =>
      (await member.events('member.changed', 1)).filter(({ memberId }) => memberId === old.id).at(-1)
    await expect.poll(changes).toMatchObject({ phoneNumber: null })
    const verificationToken = await phone.verify(newNumber())
    expect((await member.call(updateMe, { verificationToken }, { actor: old.actor })).phoneNumber).toMatch(/^\+8210/)
  })

  test('moves to a member who changes to it', async () => {
    const [old, next] = [await holder(91), await holder(1)]
    const verificationToken = await phone.verify(old.phoneNumber)
    const changed = await member.call(updateMe, { verificationToken }, { actor: next.actor })
    expect(changed.phoneNumber).toBe(old.phoneNumber)
    expect(await member.call(getMe, {}, { actor: old.actor })).toMatchObject({ phoneNumber: null })
    expect(await endReason(old.actor.sessionId)).toBe('phoneReleased')
    expect(await endReason(next.actor.sessionId)).toBeNull()
  })

  test('is swapped by two members concurrently', async () => {
    const [one, other] = [await holder(91), await holder(91)]
    const tokens = [await phone.verify(other.phoneNumber), await phone.verify(one.phoneNumber)]
    const change = (actor: typeof one.actor, verificationToken = '') =>
      outcome(member.call(updateMe, { verificationToken }, { actor }))
    const { both } = await member.backend.sql.begin(async (tx) => {
      await tx`select from member.members where id in (${one.id}, ${other.id}) order by id for update`
      const both = [change(one.actor, tokens[0]), change(other.actor, tokens[1])]
      await waiting(member, 2)
      return { both } // the commit unlocks them
    })
    // A change ends the tokens of the earlier number: the second member verifies it again.
    expect((await Promise.all(both)).sort()).toEqual(['VERIFICATION_REQUIRED', 'ok'])
    const [late, number] = (await endReason(one.actor.sessionId)) ? [one, other.phoneNumber] : [other, one.phoneNumber]
    expect(await change(late.actor, await phone.verify(number))).toBe('ok')
    const numberOf = async ({ actor }: typeof one) => (await member.call(getMe, {}, { actor })).phoneNumber
    expect([await numberOf(one), await numberOf(other)]).toEqual([other.phoneNumber, one.phoneNumber])
  })

  test('is kept by the member who verifies it again', async () => {
    const old = await holder(91)
    const verificationToken = await phone.verify(old.phoneNumber)
    await member.call(updateMe, { verificationToken }, { actor: old.actor })
    expect(await endReason(old.actor.sessionId)).toBeNull()
    expect(await outcome(join(old.phoneNumber))).toBe('PHONE_TAKEN')
  })

  test('joins once, and stays where it is if the join fails', async () => {
    const old = await holder(91)
    const taken = await member.addMember()
    const verificationToken = await phone.verify(old.phoneNumber)
    const form: Input<typeof joinMember> = {
      provider: 'KINGCAR',
      password: newPassword,
      name: '새 주인',
      gender: 'Male',
      birthDate: '1991-01-01',
      verificationToken,
      agreedTermsIds: [],
    }
    expect(await outcome(member.call(joinMember, { ...form, email: taken.email }))).toBe('EMAIL_TAKEN')
    expect(await member.call(getMe, {}, { actor: old.actor })).toMatchObject({ phoneNumber: old.phoneNumber })
    const both = [1, 2].map(() => outcome(member.call(joinMember, { ...form, email: `${randomUUID()}@kingcar.test` })))
    expect((await Promise.all(both)).sort()).toEqual(['VERIFICATION_REQUIRED', 'ok'])
  })
})

describe('a number that another member verified in the last 90 days', () => {
  test('is taken, until an administrator releases it', async () => {
    const old = await holder(89)
    expect(await outcome(join(old.phoneNumber))).toBe('PHONE_TAKEN')
    const reason = '새 주인이 매장에서 확인했어요'
    for (const _time of [1, 2])
      expect(await member.call(releasePhone, { id: old.id, reason }, { actor: admin })).toBeNull()
    expect(await endReason(old.actor.sessionId)).toBe('phoneReleased')
    const rows = await member.backend.sql`select action, actor_id, before, after from member.audit_logs
      where entity_id = ${old.id}`
    expect(rows).toEqual([
      {
        action: 'releasePhone',
        actor_id: admin.id,
        before: { phoneEnd: old.phoneNumber.slice(-4) },
        after: { phoneEnd: null, reason },
      },
    ])
    expect(await outcome(join(old.phoneNumber))).toBe('ok')
    expect(await outcome(member.call(releasePhone, { id: randomUUID(), reason }, { actor: admin }))).toBe(
      'MEMBER_NOT_FOUND',
    )
  })
})

describe('a password reset', () => {
  test('needs the email of the account, and reports no other to the owner of the phone', async () => {
    const number = newNumber()
    const { member: joined } = await join(number)
    const email = joined.email ?? ''
    const verificationToken = await phone.verify(number)
    const reset = (written: string) =>
      outcome(member.call(resetPassword, { email: written, verificationToken, newPassword: `${newPassword}!` }))
    expect(await reset('other@kingcar.test')).toBe('MEMBER_NOT_FOUND')
    expect(await reset(email.toUpperCase())).toBe('ok')
    expect(await outcome(member.call(loginMember, { email, password: `${newPassword}!` }))).toBe('ok')
  })

  test('accepts ten wrong emails an hour for a number', async () => {
    const { member: joined } = await join(newNumber())
    const verificationToken = await phone.verify(joined.phoneNumber ?? '')
    const reset = (email: string) => outcome(member.call(resetPassword, { email, verificationToken, newPassword }))
    const guesses = Array.from({ length: 11 }, (_, index) => reset(`guess-${index}@kingcar.test`))
    expect((await Promise.all(guesses)).sort()).toEqual([...Array(10).fill('MEMBER_NOT_FOUND'), 'RATE_LIMITED'])
    expect(await reset(joined.email ?? '')).toBe('RATE_LIMITED')
  })
})
