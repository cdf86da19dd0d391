import type { Actor } from '@kingcar/bus'
import { type Car, contract, maximumCars } from '@kingcar/contract'
import { beforeAll, expect, test } from 'vitest'
import { plates } from './plates.ts'
import { startBeforeAll, waiting } from './start-member.ts'

const { createCar, listCars, updateCar, deleteCar, listCarBrands } = contract.member
/** Transactions that the service runs in parallel; the others wait for one of these. */
const atOnce = 8
let carBrandId: string
const member = startBeforeAll()
beforeAll(async () => {
  carBrandId = (await member.call(listCarBrands, {}))[0]?.id ?? ''
  // Opens the sessions of all parallel transactions: on a busy machine that takes longer than a transaction waits for a lock.
  await Promise.all(Array.from({ length: atOnce }, async () => create((await member.addMember()).actor)))
})

const create = (actor: Actor, over: { carNumber?: string; main?: boolean } = {}): Promise<Car> =>
  member.call(createCar, { carNumber: plates(), carBrandId, model: '그랜저', ...over }, { actor })
const list = (actor: Actor): Promise<Car[]> => member.call(listCars, {}, { actor })

/** Starts calls while the member is locked, and unlocks it when all of them wait. */
async function heldBack<T>(memberId: string, calls: () => Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  const running = await member.backend.sql.begin(async (tx) => {
    await tx`select from member.members where id = ${memberId} for update`
    const begun = calls().map((call) => Promise.allSettled([call]))
    await waiting(member, Math.min(begun.length, atOnce))
    return begun // the commit unlocks the member
  })
  return (await Promise.all(running)).flat()
}
const refusals = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))

test('of twelve cars registered at the same time ten are stored, one of them as the main car', async () => {
  const { id, actor } = await member.addMember()
  const outcomes = await heldBack(id, () => Array.from({ length: 12 }, () => create(actor, { main: true })))
  expect(refusals(outcomes)).toEqual(['CAR_LIMIT', 'CAR_LIMIT'])
  const cars = await list(actor)
  expect(cars).toHaveLength(maximumCars)
  expect(cars.filter(({ main }) => main)).toHaveLength(1)
})

test('of two cars made the main car at the same time, one is', async () => {
  const { id, actor } = await member.addMember()
  const [, second, third] = [await create(actor), await create(actor), await create(actor)]
  const outcomes = await heldBack(id, () =>
    [second, third].map((car) => member.call(updateCar, { id: car.id, main: true }, { actor })),
  )
  expect(refusals(outcomes)).toEqual([])
  expect((await list(actor)).map(({ main }) => main)).toEqual([true, false, false])
})

test('if the main car is removed while another becomes it, there is one main car', async () => {
  const { id, actor } = await member.addMember()
  const [first, , third] = [await create(actor), await create(actor), await create(actor)]
  const outcomes = await heldBack<Car | null>(id, () => [
    member.call(deleteCar, { id: first.id }, { actor }),
    member.call(updateCar, { id: third.id, main: true }, { actor }),
  ])
  expect(refusals(outcomes)).toEqual([])
  expect((await list(actor)).map(({ main }) => main)).toEqual([true, false])
})

test('of two members who register a plate at the same time, one succeeds', async () => {
  const [one, other, third] = [await member.addMember(), await member.addMember(), await member.addMember()]
  const carNumber = plates()
  const { sql } = member.backend
  const held = Promise.withResolvers<void>()
  // Both wait for an uncommitted car with this plate, which is then rolled back.
  const holding = sql.begin(async (tx) => {
    await tx`insert into member.cars (member_id, car_number, car_brand_id, model, main)
      values (${third.id}, ${carNumber}, ${carBrandId}, '그랜저', true)`
    held.resolve()
    await waiting(member, 2)
    await tx`delete from member.cars where car_number = ${carNumber}`
  })
  await held.promise
  const outcomes = await Promise.allSettled([create(one.actor, { carNumber }), create(other.actor, { carNumber })])
  await holding
  expect(refusals(outcomes)).toEqual(['CAR_NUMBER_TAKEN'])
  expect(await sql`select from member.cars where car_number = ${carNumber}`).toHaveLength(1)
  const published = async () =>
    (await member.events('member.plateOwnerChanged', 1)).filter((event) => event.carNumber === carNumber)
  await expect.poll(published).toMatchObject([{ version: 1 }])
})

test('a member who leaves in the meantime has no car afterwards', async () => {
  const { id, actor } = await member.addMember()
  const car = await create(actor)
  const running = await member.backend.sql.begin(async (tx) => {
    await tx`delete from member.cars where member_id = ${id}`
    await tx`delete from member.members where id = ${id}`
    const begun = [
      create(actor),
      member.call(updateCar, { id: car.id, color: '검정' }, { actor }),
      member.call(deleteCar, { id: car.id }, { actor }),
    ].map((call) => Promise.allSettled([call]))
    await waiting(member, begun.length)
    return begun
  })
  expect(refusals((await Promise.all(running)).flat())).toEqual(Array(3).fill('UNAUTHENTICATED'))
  expect(await list(actor)).toEqual([])
})
