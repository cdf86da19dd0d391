import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { type AdminRole, contract, type EventOf, eventSubject, type Input, type Operation } from '@kingcar/contract'
import { outcome, waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { addCars } from './insert-members.ts'
import { startBeforeAll } from './start-member.ts'

const { listMembers, countMembers, exportMembers, getMember, deleteMe } = contract.member

/* What an administrator of one store gets: members with a visit or use there, and staff no contact data. */
const member = startBeforeAll()
const [store, elsewhere] = [randomUUID(), randomUUID()]
const owner: Actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'owner', storeIds: null }
const as = <O extends Operation>(adminRole: AdminRole, op: O, input: Input<O>) =>
  member.call(op, input, { actor: { ...owner, adminRole, storeIds: [store] } as Actor })

/** Publishes as the orders service does, and waits until it is handled. */
async function came(...events: EventOf<'orders.membersCame'>['members'][]): Promise<void> {
  const orders = await member.backend.bus('orders')
  const subject = eventSubject('orders.membersCame')
  await orders.publish(events.map((members) => ({ id: randomUUID(), subject, payload: { members } })))
  await waitFor(async () => expect(await member.backend.backlog('member-events')).toBe(0))
}

type Added = Awaited<ReturnType<typeof member.addMember>>
let own: Added
let other: Added
beforeAll(async () => {
  own = await member.addMember({ name: '홍길동', email: 'hong@kingcar.test', phoneNumber: '+821012349999' })
  other = await member.addMember({ name: '홍가람', email: 'garam@kingcar.test' })
  await addCars(member.backend.sql, own.id, '12가3456')
  const [ofOwn, ofOther] = [
    { memberId: own.id, storeId: store },
    { memberId: other.id, storeId: elsewhere },
  ]
  await came([ofOwn, ofOther, ofOwn], [ofOwn])
})

// ASVS 8.2.2
test('members: lists, files and single ones are those who come to the own store', async () => {
  for (const input of [{}, { q: '홍' }]) {
    const seen = await as('manager', listMembers, input)
    expect([seen.content.map(({ id }) => id), seen.totalElements]).toEqual([[own.id], 1])
    expect(await as('manager', countMembers, input)).toEqual({ count: 1 })
  }
  expect((await as('manager', listMembers, { q: 'garam@' })).totalElements).toBe(0)
  const { lines } = await as('accountant', exportMembers, { reason: '월말 점검' })
  expect([lines.includes(own.id), lines.includes(other.id)]).toEqual([true, false])
  expect(await as('manager', getMember, { id: own.id })).toMatchObject({ email: own.email })
  expect(await outcome(as('manager', getMember, { id: other.id }))).toBe('MEMBER_NOT_FOUND')
  expect((await member.call(listMembers, {}, { actor: owner })).totalElements).toBe(2)
})

// ASVS 8.2.3
test('staff find members by name and plate, and neither see nor confirm contact data', async () => {
  const found = async (q: string) => (await as('staff', listMembers, { q })).content
  for (const q of ['길동', '3456', '12가3456'])
    expect(await found(q)).toEqual([
      expect.objectContaining({ id: own.id, carNumbers: ['12가3456'], email: null, phoneNumber: null }),
    ])
  for (const q of ['9999', '010-1234-9999', 'hong@']) expect(await found(q)).toEqual([])
  expect(await outcome(as('staff', listMembers, { sort: ['email,asc'] }))).toBe('FORBIDDEN')
  for (const [op, input] of [[exportMembers, { reason: '월말 점검' }] as const, [getMember, { id: own.id }] as const])
    expect(await outcome(as('staff', op, input as never))).toBe('FORBIDDEN')
})

test('a member who left comes to no store, also if the event is late', async () => {
  const { id: memberId, actor } = await member.addMember()
  await came([{ memberId, storeId: store }])
  await member.call(deleteMe, {}, { actor })
  await came([{ memberId, storeId: elsewhere }], [{ memberId: randomUUID(), storeId: store }])
  expect(await member.backend.sql`select from member.member_stores where member_id = ${memberId}`).toHaveLength(0)
})
