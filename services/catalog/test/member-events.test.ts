import { randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import { contract, type Image } from '@kingcar/contract'
import { startBundle, testProcess } from '@kingcar/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { someStore, startBeforeAll, startCatalog } from './catalog.ts'
import { jpeg, memberActor, putAside, uploadAs } from './images.ts'

const catalog = startBeforeAll()
let memberBus: Bus
beforeAll(async () => {
  memberBus = await catalog.backend.bus('member')
})

/** Publishes events like the member service, and waits until the catalog has handled them. */
async function tell(name: 'member.carImageChanged' | 'member.left', ...payloads: object[]): Promise<void> {
  await memberBus.publish(payloads.map((payload) => ({ id: randomUUID(), subject: `evt.${name}`, payload })))
  await expect.poll(() => catalog.backend.backlog('catalog-events')).toBe(0)
}
const upload = (actor = memberActor()): Promise<Image> => uploadAs(catalog, actor)
const usesOf = async (entityId: string) =>
  (await catalog.backend.sql`select image_id from catalog.image_uses where entity_id = ${entityId}`).map(
    ({ image_id }) => image_id,
  )
const row = async (id: string) => (await catalog.backend.sql`select * from catalog.images where id = ${id}`)[0]
const objectsOf = async (id: string) =>
  (await Array.fromAsync(catalog.bus.images.list())).filter(({ name }) => name.includes(id))
const told = (imageId: string) =>
  catalog.events.filter(({ name, payload }) => name === 'catalog.imageRemoved' && payload.imageId === imageId).length

describe('the image of a car', () => {
  test('is referenced while the car has it', async () => {
    const [{ id }, carId] = [await upload(), randomUUID()]
    expect((await row(id))?.unused_since).toBeInstanceOf(Date)
    await tell('member.carImageChanged', { carId, imageId: id, version: 1 })
    expect([await usesOf(carId), (await row(id))?.unused_since]).toEqual([[id], null])
    await tell('member.carImageChanged', { carId, imageId: null, version: 2 })
    expect([await usesOf(carId), (await row(id))?.unused_since]).toEqual([[], expect.any(Date)])
  })

  test('property: is the one of the latest version, in any order of events', async () => {
    const pictures = [(await upload()).id, (await upload()).id, null]
    const history = fc.array(fc.constantFrom(...pictures), { minLength: 1, maxLength: 5 })
    const order = fc.infiniteStream(fc.nat())
    await fc.assert(
      fc.asyncProperty(history, order, async (imageIds, numbers) => {
        const carId = randomUUID()
        const news = imageIds.map((imageId, at) => ({ carId, imageId, version: at + 1 }))
        const sorted = [...news, ...news].map((each) => ({ each, by: numbers.next().value ?? 0 }))
        await tell('member.carImageChanged', ...sorted.sort((a, b) => a.by - b.by).map(({ each }) => each))
        expect(await usesOf(carId)).toEqual([imageIds.at(-1)].filter((id) => id !== null))
      }),
      { numRuns: 12 },
    )
  })

  test('emits its deletion again if it does not exist any more', async () => {
    const [{ id }, carId, gone] = [await upload(), randomUUID(), randomUUID()]
    await tell('member.carImageChanged', { carId, imageId: id, version: 1 })
    await tell('member.carImageChanged', { carId, imageId: gone, version: 2 })
    await expect.poll(() => told(gone)).toBe(1)
    expect([await usesOf(carId), (await row(id))?.unused_since]).toEqual([[], expect.any(Date)])
    expect(told(id)).toBe(0)
  })

  test('old versions are deleted once no event can be late, except for cars with an image', async () => {
    const [{ id }, showing, bare, young] = [await upload(), randomUUID(), randomUUID(), randomUUID()]
    for (const [carId, imageId] of [
      [showing, id],
      [bare, null],
      [young, null],
    ] as const)
      await tell('member.carImageChanged', { carId, imageId, version: 7 })
    const { sql } = catalog.backend
    await sql`update catalog.car_images set changed_at = changed_at - interval '9 days' where car_id <> ${young}`
    await using _sweeping = await startCatalog(catalog.options, testProcess())
    const known = async () =>
      (await sql`select car_id from catalog.car_images where car_id in ${sql([showing, bare, young])}`).map(
        ({ car_id }) => car_id,
      )
    await expect.poll(known).toEqual(expect.arrayContaining([showing, young]))
    await expect.poll(known).toHaveLength(2)
  })
})

describe('a member who leaves', () => {
  const leave = (memberId: string) => tell('member.left', { memberId, leftAt: new Date().toISOString() })

  test('loses all images except those that the business references', async () => {
    const [member, other] = [memberActor(), memberActor()]
    const [bare, ofCar, ofStore, ofBoth] = [
      await upload(member),
      await upload(member),
      await upload(member),
      await upload(member),
    ]
    const others = await upload(other)
    const { id: storeId } = await catalog.call(contract.catalog.createStore, {
      ...someStore,
      imageIds: [ofStore.id, ofBoth.id],
    })
    for (const { id } of [ofCar, ofBoth])
      await tell('member.carImageChanged', { carId: randomUUID(), imageId: id, version: 1 })
    await leave(member.id)
    for (const { id } of [bare, ofCar]) expect([await row(id), await objectsOf(id)]).toEqual([undefined, []])
    for (const { id } of [ofStore, ofBoth]) {
      expect(await row(id)).toMatchObject({ owner_kind: 'admin', owner_id: null, unused_since: null })
      expect((await objectsOf(id)).length).toBe(3)
    }
    expect(new Set(await usesOf(storeId))).toEqual(new Set([ofStore.id, ofBoth.id]))
    expect(
      await catalog.backend.sql`select from catalog.image_uses where entity = 'car' and image_id = ${ofBoth.id}`,
    ).toEqual([])
    expect(await row(others.id)).toMatchObject({ owner_id: other.id })
    await expect.poll(() => [bare, ofCar, ofStore].map(({ id }) => told(id))).toEqual([1, 1, 0])
    await leave(member.id) // redelivered
    expect(await row(ofStore.id)).toBeDefined()
  })

  test('loses stored responses about them, and an upload in progress is rejected', async () => {
    const member = memberActor()
    const file = await putAside(catalog.bus.images, await jpeg())
    await uploadAs(catalog, member, { idempotencyKey: 'k', upload: file })
    const kept = () => catalog.backend.sql`select from catalog.idempotency where caller = ${`member:${member.id}`}`
    expect(await kept()).toHaveLength(1)
    await leave(member.id)
    expect(await kept()).toEqual([])
    await expect(upload(member)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await catalog.backend.sql`select from catalog.images where owner_id = ${member.id}`).toEqual([])
  })
})

test('after a crash between rows and objects the sweep deletes the objects', async () => {
  const member = memberActor()
  const { id } = await upload(member)
  await catalog.stop()
  const { now: _now, OPERATIONS_PORT, ...environment } = catalog.options
  const env = { ...environment, OPERATIONS_PORT: `${OPERATIONS_PORT}`, FAULT: 'catalog.memberLeft:kill' }
  await using dying = await startBundle('catalog', env)
  await memberBus.publish([
    {
      id: randomUUID(),
      subject: 'evt.member.left',
      payload: { memberId: member.id, leftAt: new Date().toISOString() },
    },
  ])
  expect(await dying.exited).toMatchObject({ signal: 'SIGKILL' })
  expect([await row(id), (await objectsOf(id)).length]).toEqual([undefined, 3])
  const now = () => new Date(Date.now() + 2 * 3_600_000)
  await using _later = await startCatalog(Object.assign({}, catalog.options, { now }), testProcess())
  await expect.poll(() => objectsOf(id)).toEqual([])
})
