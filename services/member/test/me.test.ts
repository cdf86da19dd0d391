import { randomUUID } from 'node:crypto'
import { contract, type EventOf } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { newNumber } from './new-number.ts'
import { phones } from './phone-steps.ts'
import { startBeforeAll } from './start-member.ts'

const { getMe, updateMe, deleteMe, agreeToTerms, withdrawAgreement, loginMember, createCar, listCarBrands } =
  contract.member
const member = startBeforeAll()
const phone = phones(member)

const sessionsOf = async (id: string) => {
  const rows = await member.backend.sql`select id from member.sessions where account_id = ${id} and ended_at is null`
  return rows.map((row) => row.id)
}
/** Sets a member's password by a reset. */
async function withPassword(newPassword: string) {
  const added = await member.addMember()
  const verificationToken = await phone.verify(added.phoneNumber)
  await member.call(contract.member.resetPassword, { email: added.email, verificationToken, newPassword })
  const tokens = await member.call(loginMember, { email: added.email, password: newPassword })
  const { sid } = JSON.parse(Buffer.from(tokens.accessToken.split('.')[1] ?? '', 'base64url').toString())
  return { ...added, actor: { ...added.actor, sessionId: sid as string } }
}

describe('the own name', () => {
  test('changes, and screens show it for the cars', async () => {
    const { actor } = await member.addMember()
    const [brand] = await member.call(listCarBrands, {})
    const carBrandId = brand?.id ?? ''
    await member.call(createCar, { carNumber: '11가1111', carBrandId, model: 'K5' }, { actor })
    const changed = await member.call(updateMe, { name: '김새로' }, { actor })
    expect(changed.name).toBe('김새로')
    expect(await member.call(getMe, {}, { actor })).toEqual(changed)
    const owners = (await member.events('member.plateOwnerChanged', 2)).filter((of) => of.carNumber === '11가1111')
    expect(owners).toMatchObject([
      { memberId: actor.id, name: '홍길동', version: 1 },
      { memberId: actor.id, name: '김새로', version: 2 },
    ])
  })

  test('of a member with ten cars is one event', async () => {
    const { actor } = await member.addMember()
    const [brand] = await member.call(listCarBrands, {})
    const numbers = Array.from({ length: 10 }, (_, at) => `77허${1_000 + at}`)
    for (const carNumber of numbers)
      await member.call(createCar, { carNumber, carBrandId: brand?.id ?? '', model: 'K5' }, { actor })
    await member.call(updateMe, { name: '김열대' }, { actor })
    const renamed = async () =>
      (await member.events('member.plateOwnerChanged', 1)).filter((of) => of.name === '김열대')
    await expect.poll(renamed).toHaveLength(1)
    const [{ carNumber, version, others }] = (await renamed()) as [EventOf<'member.plateOwnerChanged'>]
    expect([{ carNumber, version }, ...(others ?? [])]).toEqual(
      numbers.map((number) => ({ carNumber: number, version: 2 })),
    )
  })

  test('is guarded by If-Match', async () => {
    const { actor } = await member.addMember()
    const ifMatch = await member.etag(getMe, {}, { actor })
    await member.call(updateMe, { name: '김하나' }, { actor, ...(ifMatch && { ifMatch }) })
    const late = member.call(updateMe, { name: '김둘' }, { actor, ...(ifMatch && { ifMatch }) })
    await expect(late).rejects.toMatchObject({ code: 'CHANGED_SINCE', details: [{ path: 'name' }] })
  })
})

describe('the own phone', () => {
  // ASVS 7.5.1
  test('changes with a verification of the new number, which no other member may have', async () => {
    const [one, other] = [await member.addMember(), await member.addMember()]
    const phoneNumber = newNumber()
    const verificationToken = await phone.verify(phoneNumber)
    const changed = await member.call(updateMe, { verificationToken }, { actor: one.actor })
    expect(changed.phoneNumber).toBe(phoneNumber)
    const again = member.call(updateMe, { verificationToken }, { actor: one.actor })
    expect(await outcome(again)).toBe('VERIFICATION_REQUIRED')
    const taken = await phone.verify(other.phoneNumber)
    expect(await outcome(member.call(updateMe, { verificationToken: taken }, { actor: one.actor }))).toBe('PHONE_TAKEN')
  })
})

describe('the own password', () => {
  // ASVS 6.2.2, 7.4.3
  test('changes with the current one; the other sessions end and this one stays', async () => {
    const { id, email, actor } = await withPassword('first password')
    await member.call(loginMember, { email, password: 'first password' })
    expect(await sessionsOf(id)).toHaveLength(2)
    const change = { currentPassword: 'first password', newPassword: 'second password' }
    const ifMatch = (await member.etag(getMe, {}, { actor })) ?? ''
    await member.call(updateMe, change, { actor })
    const late = member.call(updateMe, { name: '김하나' }, { actor, ifMatch })
    await expect(late).rejects.toMatchObject({ code: 'CHANGED_SINCE', details: [{ path: 'password' }] })
    expect(await sessionsOf(id)).toEqual([actor.sessionId])
    expect(await outcome(member.call(loginMember, { email, password: 'second password' }))).toBe('ok')
  })

  // ASVS 6.2.3
  test('needs the current one; ten wrong ones reach the limit', async () => {
    const { actor } = await withPassword('first password')
    const change = (currentPassword: string) =>
      member.call(updateMe, { currentPassword, newPassword: 'second password', name: '딴이름' }, { actor })
    for (let tries = 0; tries < 10; tries++)
      await expect(change('wrong')).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'currentPassword'))
    expect(await outcome(change('first password'))).toBe('RATE_LIMITED')
    expect((await member.call(getMe, {}, { actor })).name).toBe('홍길동')
  })

  test('is not changed to a weak one', async () => {
    const { actor } = await withPassword('first password')
    for (const newPassword of ['password1', '홍길동 1234', 'kingcar-2026'])
      await expect(
        member.call(updateMe, { currentPassword: 'first password', newPassword }, { actor }),
      ).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'newPassword' }] })
  })

  test('needs both the current and the new one', async () => {
    const { actor } = await member.addMember()
    const half = member.call(updateMe, { newPassword: 'second password' }, { actor })
    await expect(half).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'currentPassword' }] })
  })
})

describe('agreements', () => {
  test('a new required version is requested, changes the ETag, and is agreed to', async () => {
    const { actor } = await member.addMember()
    const before = await member.etag(getMe, {}, { actor })
    const privacy = await member.addTerms({ type: 'PRIVACY_POLICY' })
    const { termsId: id, type, version, title, required } = privacy
    expect((await member.call(getMe, {}, { actor })).termsToAgree).toEqual([{ id, type, version, title, required }])
    const between = await member.etag(getMe, {}, { actor })
    expect(between).not.toBe(before)
    const me = await member.call(agreeToTerms, { agreedTermsIds: [id] }, { actor })
    expect(me).toMatchObject({ termsToAgree: [], agreements: [{ termsId: id, channel: 'me' }] })
    const stale = member.call(updateMe, { name: '김셋' }, { actor, ...(between && { ifMatch: between }) })
    expect(await outcome(stale)).toBe('CHANGED_SINCE')
    expect(await member.call(agreeToTerms, { agreedTermsIds: [id] }, { actor })).toEqual(me)
    expect(await outcome(member.call(withdrawAgreement, { termsId: id }, { actor }))).toBe('TERMS_REQUIRED')
  })

  test('to optional terms can be withdrawn, and stay in the history', async () => {
    const { id, actor } = await member.addMember()
    const { termsId } = await member.addTerms({ type: 'MARKETING', required: false })
    await member.call(agreeToTerms, { agreedTermsIds: [termsId] }, { actor })
    expect(await member.call(withdrawAgreement, { termsId }, { actor })).toBeNull()
    expect((await member.call(getMe, {}, { actor })).agreements).toEqual([])
    expect(await outcome(member.call(withdrawAgreement, { termsId }, { actor }))).toBe('TERMS_NOT_FOUND')
    await member.call(agreeToTerms, { agreedTermsIds: [termsId] }, { actor })
    const rows = await member.backend.sql`select withdrawn_at from member.agreements where member_id = ${id}`
    expect(rows.map((row) => row.withdrawn_at !== null).sort()).toEqual([false, true])
  })

  test('to unknown terms are refused', async () => {
    const { actor } = await member.addMember()
    const unknown = member.call(agreeToTerms, { agreedTermsIds: [randomUUID()] }, { actor })
    expect(await outcome(unknown)).toBe('TERMS_NOT_FOUND')
  })
})

describe('leaving', () => {
  test('is guarded by If-Match', async () => {
    const { actor } = await member.addMember()
    const ifMatch = (await member.etag(getMe, {}, { actor })) ?? ''
    await member.call(updateMe, { name: '김하나' }, { actor })
    const late = member.call(deleteMe, {}, { actor, ifMatch })
    await expect(late).rejects.toMatchObject({ code: 'CHANGED_SINCE', details: [{ path: 'name' }] })
    expect((await member.call(getMe, {}, { actor })).name).toBe('김하나')
    const known = (await member.etag(getMe, {}, { actor })) ?? ''
    expect(await member.call(deleteMe, {}, { actor, ifMatch: known })).toBeNull()
  })

  // ASVS 14.2.4
  test('erases personal data, ends every session, and frees phone, email and plates', async () => {
    const left = await withPassword('first password')
    const { id, actor, email, phoneNumber } = left
    const [brand] = await member.call(listCarBrands, {})
    const car = { carNumber: '22나2222', carBrandId: brand?.id ?? '', model: 'K5' }
    await member.call(createCar, car, { actor, idempotencyKey: 'a key' })
    await member.call(loginMember, { email, password: 'first password' })
    await phone.age(60)
    await phone.send(phoneNumber, phone.fresh().address)
    expect(await member.call(deleteMe, {}, { actor })).toBeNull()
    expect(await member.call(deleteMe, {}, { actor })).toBeNull()

    expect(await sessionsOf(id)).toEqual([])
    expect(await outcome(member.call(getMe, {}, { actor }))).toBe('UNAUTHENTICATED')
    expect(await outcome(member.call(loginMember, { email, password: 'first password' }))).toBe('LOGIN_FAILED')
    const published = () => member.events('member.left', 1).then((all) => all.filter(({ memberId }) => memberId === id))
    await expect.poll(published).toEqual([{ memberId: id, leftAt: expect.any(String) }])
    const owner = (await member.events('member.plateOwnerChanged', 1)).findLast((of) => of.carNumber === '22나2222')
    expect(owner).toMatchObject({ memberId: null, name: null, version: 2 })

    const own = ['members', 'former_members', 'cars', 'agreements', 'sessions', 'phone_verifications']
    const tables = [...own, 'tasks', 'audit_logs', 'idempotency']
    const rows = await Promise.all(
      tables.map((table) => member.backend.sql`select * from member.${member.backend.sql(table)}`),
    )
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(email)
    expect(stored).not.toContain(phoneNumber)
    expect(stored).not.toContain(car.carNumber)
    const again = await member.addMember({ email, phoneNumber })
    await member.call(createCar, car, { actor: again.actor })
  })
})
