import { randomUUID } from 'node:crypto'
import type { Actor, Bus } from '@kingcar/bus'
import { type Car, contract } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import { outcome, testProcess } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { plates } from './plates.ts'
import { startBeforeAll, startMember, waiting } from './start-member.ts'

const { createCar, getCar, updateCar, deleteCar, deleteMe, listCarBrands } = contract.member
let catalogBus: Bus
let carBrandId: string
const member = startBeforeAll()
beforeAll(async () => {
  catalogBus = await member.backend.bus('catalog')
  carBrandId = (await member.call(listCarBrands, {}))[0]?.id ?? ''
})

const create = (actor: Actor, imageId: string | null): Promise<Car> =>
  member.call(createCar, { carNumber: plates(), carBrandId, model: '그랜저', imageId }, { actor })
const publish = (name: string, payload: object) =>
  catalogBus.publish([{ id: randomUUID(), subject: `evt.catalog.${name}`, payload }])
/** Publishes events as the catalog service does, and waits until they are handled. */
async function publishAndWait(name: 'imageStored' | 'imageRemoved', payload: object): Promise<void> {
  await publish(name, payload)
  await expect.poll(() => member.backend.backlog('member-events')).toBe(0)
}
/** An id of an hour ago, which is not waited for. */
const oldId = () => uuidv7(Date.now() - 3_600_000)
async function imageOf(memberId: string, imageId = oldId()): Promise<string> {
  await publishAndWait('imageStored', { imageId, memberId })
  return imageId
}
/** The published pictures of a car, by version. */
const published = async (carId: string, count: number) => {
  const all = async () => (await member.events('member.carImageChanged', 0)).filter((event) => event.carId === carId)
  await expect.poll(async () => (await all()).length).toBe(count)
  return (await all()).map(({ imageId, version }) => [imageId, version])
}
const imageNow = async ({ id }: Car, actor: Actor) => (await member.call(getCar, { id }, { actor })).imageId

test('a car shows a picture of its owner, and each change is published with the version of the car', async () => {
  const { id: memberId, actor } = await member.addMember()
  const [first, second] = [await imageOf(memberId), await imageOf(memberId)]
  const car = await create(actor, first.toUpperCase())
  expect(car.imageId).toBe(first)
  const update = (patch: object) => member.call(updateCar, { id: car.id, ...patch }, { actor })
  await update({ color: '검정' })
  await update({ imageId: second })
  await update({ imageId: second.toUpperCase() })
  await update({ imageId: null })
  await update({ imageId: first })
  await member.call(deleteCar, { id: car.id }, { actor })
  expect(await published(car.id, 5)).toEqual([
    [first, 1],
    [second, 3],
    [null, 4],
    [first, 5],
    [null, 6],
  ])
})

test('a car without a picture publishes nothing', async () => {
  const { actor } = await member.addMember()
  const car = await create(actor, null)
  await member.call(deleteCar, { id: car.id }, { actor })
  const owners = async () =>
    (await member.events('member.plateOwnerChanged', 0)).filter(({ carNumber }) => carNumber === car.carNumber)
  await expect.poll(async () => (await owners()).length).toBe(2) // published in the same transaction
  expect(await published(car.id, 0)).toEqual([])
})

test("another member's picture and a removed one are not found", async () => {
  const [one, other] = [await member.addMember(), await member.addMember()]
  const [theirs, gone] = [await imageOf(other.id), await imageOf(one.id)]
  await publishAndWait('imageRemoved', { imageId: gone })
  const car = await create(one.actor, null)
  for (const imageId of [theirs, gone, oldId()]) {
    await expect(create(one.actor, imageId)).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
    expect(await outcome(member.call(updateCar, { id: car.id, imageId }, one))).toBe('IMAGE_NOT_FOUND')
  }
})

describe('a picture that was just uploaded', () => {
  test('is waited for, at most a second', async () => {
    const { id: memberId, actor } = await member.addMember()
    const imageId = uuidv7()
    const creating = create(actor, imageId)
    await publish('imageStored', { imageId, memberId })
    expect((await creating).imageId).toBe(imageId)
  })

  test('an older picture is not waited for', async () => {
    const { actor } = await member.addMember()
    const timeOf = async (imageId: string) => {
      const began = performance.now()
      await expect(create(actor, imageId)).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
      return performance.now() - began
    }
    expect(await timeOf(oldId())).toBeLessThan((await timeOf(uuidv7())) - 500) // a new one is waited for a second
  })
})

describe('a removed picture', () => {
  test('is removed from every car, and each car publishes that once', async () => {
    const { id: memberId, actor } = await member.addMember()
    const [imageId, other] = [await imageOf(memberId), await imageOf(memberId)]
    const [one, two, third] = [await create(actor, imageId), await create(actor, imageId), await create(actor, other)]
    await publishAndWait('imageRemoved', { imageId })
    await publishAndWait('imageRemoved', { imageId }) // a redelivery
    expect([await imageNow(one, actor), await imageNow(two, actor), await imageNow(third, actor)]).toEqual([
      null,
      null,
      other,
    ])
    for (const { id } of [one, two])
      expect(await published(id, 2)).toEqual([
        [imageId, 1],
        [null, 2],
      ])
  })

  test('is not restored by an old event, and its row is deleted when no such event can arrive any more', async () => {
    const { id: memberId, actor } = await member.addMember()
    const imageId = oldId()
    await publishAndWait('imageRemoved', { imageId })
    await publishAndWait('imageStored', { imageId, memberId })
    await expect(create(actor, imageId)).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
    const { sql } = member.backend
    const known = async () => (await sql`select from member.images where id = ${imageId}`).length
    expect(await known()).toBe(1)
    await sql`update member.images set removed_at = now() - interval '8 days 1 hour' where id = ${imageId}`
    await using _sweeping = await startMember(member.options, testProcess())
    await expect.poll(known).toBe(0)
  })

  test('that is removed while a car gets it is not shown afterwards', async () => {
    const { id: memberId, actor } = await member.addMember()
    const imageId = await imageOf(memberId)
    const creating = await member.backend.sql.begin(async (tx) => {
      await tx`select from member.members where id = ${memberId} for update` // the car waits for its member
      const begun = create(actor, imageId).then(
        (car) => car,
        ({ code }: { code: string }) => code,
      )
      await waiting(member, 1)
      await publish('imageRemoved', { imageId })
      return { begun }
    })
    const outcome = await creating.begun
    await expect.poll(() => member.backend.backlog('member-events')).toBe(0)
    if (typeof outcome === 'string') expect(outcome).toBe('IMAGE_NOT_FOUND')
    else expect(await imageNow(outcome, actor)).toBeNull()
  })
})

test('a member who leaves takes the pictures of their cars along, and gets no picture afterwards', async () => {
  const { id: memberId, actor } = await member.addMember()
  const imageId = await imageOf(memberId)
  const car = await create(actor, imageId)
  await member.call(deleteMe, {}, { actor })
  expect(await published(car.id, 2)).toEqual([
    [imageId, 1],
    [null, 2],
  ])
  await imageOf(memberId) // a late event
  expect(await member.backend.sql`select from member.images where member_id = ${memberId}`).toEqual([])
})
