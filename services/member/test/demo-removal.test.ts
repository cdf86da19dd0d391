import { randomUUID } from 'node:crypto'
import { contract, partOf, served } from '@kingcar/contract'
import { openDatabase, uuidv7 } from '@kingcar/db'
import { demoPeople, demoStores } from '@kingcar/service/demo'
import { testProcess } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { storeDemoMembers } from '../src/demo/store-members.ts'
import { startTestMember } from './start-member.ts'

const { getDemo, removeDemo } = served.member
const actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'owner', storeIds: null } as const

test('members of the demo leave, but for those whom a person uses, and they do not come back', async () => {
  await using member = await startTestMember()
  const { sql, bus } = member.backend
  await using db = await openDatabase({
    ...{ url: member.options.DATABASE_URL, schema: 'member', name: 'member-demo', log: testProcess().log },
  })
  await storeDemoMembers(db)
  const person = await member.addMember()
  const idOf = (at: number) => demoPeople[at]?.id ?? ''
  const [withOrder, withCar, edited, withPassword] = [0, 1, 2, 3].map(idOf)
  const kept = [withOrder, withCar, edited, withPassword]
  await sql`
    insert into member.cars (id, member_id, car_number, car_brand_id, model, main)
    select ${uuidv7()}, ${withCar ?? ''}, '12허3456', id, 'K5', false from member.car_brands limit 1`
  await sql`update member.members set field_versions = '{"name": 2}' where id = ${edited ?? ''}`
  await sql`update member.members set password_hash = 'x' where id = ${withPassword ?? ''}`
  await sql`insert into member.screens (store_id, name) values (${demoStores[1]?.id ?? ''}, '벽')`
  const copies = [withOrder, withCar, idOf(5), person.id]
  for (const memberId of copies)
    await sql`
      insert into member.orders (id, member_id, described, created_at, version)
      values (${randomUUID()}, ${memberId ?? ''}, '{}', now(), 1)`
  const inUse = { storeIds: [], productIds: [], memberIds: [withOrder ?? ''] }
  const part = partOf(contract.gateway.getDemo, 'orders')
  await (await bus('orders')).serve({ getDemo: part }, undefined, { getDemo: async () => ({ items: [], inUse }) })

  const removable = demoPeople.length - kept.length
  const counted = { kind: 'members', removable, kept: kept.length }
  expect(await member.call(getDemo, {}, { actor })).toEqual({
    ...{ items: [counted], inUse: { storeIds: [demoStores[1]?.id], productIds: [], memberIds: [withOrder] } },
  })
  const rows = () => sql`select * from member.members order by id`
  const before = await rows()
  await Promise.all([1, 2].map(() => member.call(removeDemo, {}, { actor })))
  expect(await member.call(removeDemo, {}, { actor })).toEqual({ items: [{ ...counted, removable: 0 }] })
  expect(await rows()).toEqual(before.filter(({ id }) => kept.includes(id) || id === person.id))
  expect(await member.events('member.left', removable)).toHaveLength(removable)
  const left = await sql<{ member_id: string }[]>`select member_id from member.orders`
  expect(new Set(left.map((each) => each.member_id))).toEqual(new Set([withOrder, person.id]))
  const cars = await sql<{ member_id: string }[]>`select distinct member_id from member.cars`
  expect(cars.every((car) => kept.includes(car.member_id))).toBe(true)
  expect(await storeDemoMembers(db)).toBe(0)
})
