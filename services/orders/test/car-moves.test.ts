import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { codeOf, startTestOrders, type TestMember } from './orders-service.ts'
import { addUserProduct, usesOf, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

const { moveMyProduct, moveUserProduct } = contract.orders
const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)

async function addCar(memberId: string, carNumber: string): Promise<string> {
  const carId = randomUUID()
  await orders.publishAndWait('member.carChanged', { carId, memberId, carNumber, removed: false, version: 1 })
  return carId
}
const move = (member: TestMember, id: string, carId: string): Promise<{ carId: string | null }> =>
  orders.call(moveMyProduct, { id, carId }, { actor: member.actor })
const moveFor = (id: string, carId: string): Promise<{ carId: string | null }> =>
  orders.call(moveUserProduct, { id, carId })
const day = 24 * 3_600_000
const usesOfCar = async (member: TestMember, carNumber: string): Promise<number> => {
  const visit = visitOf(member.id, { carNumber })
  await visits.recordAndWait(visit)
  return (await usesOf(orders, visit.id)).length
}
const pass = { useLimit: null, carLimit: 1 }

test('a member moves a pass to another car once in 30 days, and that car uses it from then on', async () => {
  const member = await orders.addMember()
  const other = await addCar(member.id, '34나5678')
  const id = await addUserProduct(orders, member.id, { ...pass, carId: member.carId })
  expect(await move(member, id, other)).toMatchObject({ carId: other })
  expect(await move(member, id, other)).toMatchObject({ carId: other })
  expect([await usesOfCar(member, '12가3456'), await usesOfCar(member, '34나5678')]).toEqual([0, 1])
  const refused = move(member, id, member.carId)
  await expect(refused).rejects.toMatchObject({ code: 'USER_PRODUCT_MOVED', details: [{ path: 'carId' }] })
  orders.clock.advance(30 * day - 60_000)
  expect(await codeOf(move(member, id, member.carId))).toBe('USER_PRODUCT_MOVED')
  await orders.backend.sql`update orders.user_products set state = 'Available', ends_at = null where id = ${id}`
  orders.clock.advance(61_000)
  expect(await move(member, id, member.carId)).toMatchObject({ carId: member.carId })
  orders.clock.set(new Date().toISOString())
})

test('to choose a car for a pass without one does not count, and a removed car is replaced', async () => {
  const member = await orders.addMember()
  const other = await addCar(member.id, '34나5678')
  const id = await addUserProduct(orders, member.id, pass)
  expect(await move(member, id, member.carId)).toMatchObject({ carId: member.carId })
  const { carId, carNumber } = member
  await orders.publishAndWait('member.carChanged', { carId, memberId: member.id, carNumber, removed: true, version: 2 })
  expect(await move(member, id, other)).toMatchObject({ carId: other })
  expect(await codeOf(moveFor(id, member.carId))).toBe('CAR_NOT_FOUND')
})

test('an administrator moves a pass at any time, audited, and it does not count as the move of the member', async () => {
  const member = await orders.addMember()
  const [second, third] = [await addCar(member.id, '34나5678'), await addCar(member.id, '56다7890')]
  const id = await addUserProduct(orders, member.id, { ...pass, carId: member.carId })
  expect(await moveFor(id, second)).toMatchObject({ carId: second, memberId: member.id })
  expect(await moveFor(id, second)).toMatchObject({ carId: second })
  expect(await move(member, id, third)).toMatchObject({ carId: third })
  expect(await moveFor(id, second)).toMatchObject({ carId: second })
  const audited = () =>
    orders.events
      .filter(({ name, payload }) => name === 'orders.audited' && payload.entityId === id)
      .map((e) => e.payload)
  await expect.poll(audited).toMatchObject([
    { action: 'moveUserProduct', before: { carId: member.carId }, after: { carId: second } },
    { action: 'moveUserProduct', before: { carId: third }, after: { carId: second } },
  ])
})

test("a pass is moved only by its member, to the member's own car, and only if it has not ended and has a car limit", async () => {
  const [member, other] = [await orders.addMember(), await orders.addMember()]
  const id = await addUserProduct(orders, member.id, pass)
  expect(await codeOf(move(other, id, other.carId))).toBe('USER_PRODUCT_NOT_FOUND')
  expect(await codeOf(move(member, id, other.carId))).toBe('CAR_NOT_FOUND')
  expect(await codeOf(moveFor(id, other.carId))).toBe('CAR_NOT_FOUND')
  expect(await codeOf(moveFor(randomUUID(), member.carId))).toBe('USER_PRODUCT_NOT_FOUND')
  const ended = await addUserProduct(orders, member.id, { ...pass, state: 'Complete' })
  const anyCar = await addUserProduct(orders, member.id)
  for (const each of [ended, anyCar]) {
    expect(await codeOf(move(member, each, member.carId))).toBe('USER_PRODUCT_STATE_INVALID')
    expect(await codeOf(moveFor(each, member.carId))).toBe('USER_PRODUCT_STATE_INVALID')
  }
})

test('of two concurrent moves to different cars one is accepted', async () => {
  const member = await orders.addMember()
  const [second, third] = [await addCar(member.id, '34나5678'), await addCar(member.id, '56다7890')]
  const id = await addUserProduct(orders, member.id, { ...pass, carId: member.carId })
  const codes = await Promise.all([second, third].map((carId) => codeOf(move(member, id, carId))))
  expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual(['none', 'USER_PRODUCT_MOVED'])
})
