import { randomUUID } from 'node:crypto'
import type { Actor, Caller } from '@kingcar/bus'
import { type Car, contract, type Input } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { plates } from './plates.ts'
import { startBeforeAll } from './start-member.ts'

const { createCar, listCars, getCar, updateCar, deleteCar, listCarBrands } = contract.member
let brands: Map<string, string>
const member = startBeforeAll()
beforeAll(async () => {
  brands = new Map((await member.call(listCarBrands, {})).map(({ name, id }) => [name, id]))
})

const brand = (name: string) => brands.get(name) ?? ''
type Extras = Partial<Caller> & { actor: Actor }
const create = (as: Extras, over: Partial<Input<typeof createCar>> = {}): Promise<Car> =>
  member.call(createCar, { carNumber: plates(), carBrandId: brand('현대'), model: '그랜저', ...over }, as)
const list = (actor: Actor): Promise<Car[]> => member.call(listCars, {}, { actor })
/** The published owners of a plate, by version. */
const owners = async (carNumber: string, count: number) => {
  const published = async () =>
    (await member.events('member.plateOwnerChanged', 1)).filter((event) => event.carNumber === carNumber)
  await expect.poll(async () => (await published()).length).toBe(count)
  return (await published()).map(({ memberId, version }) => [memberId, version])
}

describe('createCar', () => {
  test('normalises plate and text, and publishes the owner', async () => {
    const { id: memberId, name, actor } = await member.addMember()
    const plate = plates()
    const carNumber = plate.replace(/(\D+)/, ' $1-').normalize('NFD')
    const car = await create({ actor }, { carNumber, model: ' 그랜저 ', color: ' ', nickname: '흰둥이', imageId: null })
    expect(car).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      carNumber: plate,
      carBrandId: brand('현대'),
      model: '그랜저',
      color: null,
      nickname: '흰둥이',
      imageId: null,
      main: true,
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: car.createdAt,
    })
    expect(await member.call(getCar, { id: car.id.toUpperCase() }, { actor })).toEqual(car)
    await owners(plate, 1)
    const published = (await member.events('member.plateOwnerChanged', 1)).filter((event) => event.carNumber === plate)
    expect(published).toEqual([{ carNumber: plate, memberId, name, version: 1 }])
  })

  test('the first car is the main car, a later one only on request', async () => {
    const { actor } = await member.addMember()
    const first = await create({ actor }, { main: false })
    const second = await create({ actor })
    expect([first.main, second.main]).toEqual([true, false])
    const third = await create({ actor }, { main: true })
    expect((await list(actor)).map(({ id, main }) => [id, main])).toEqual([
      [third.id, true],
      [first.id, false],
      [second.id, false],
    ])
    // a write based on the old version of the first car must not overwrite it
    await expect(
      member.call(updateCar, { id: first.id, color: '검정' }, { actor, ifMatch: '"1"' }),
    ).rejects.toMatchObject({ code: 'CHANGED_SINCE', details: [{ path: 'main' }] })
  })

  test.each([
    [{ carNumber: '00가0000' }, { code: 'VALIDATION_FAILED', details: [{ path: 'carNumber' }] }],
    [{ carNumber: '12각3456' }, { code: 'VALIDATION_FAILED', details: [{ path: 'carNumber' }] }],
    [{ model: ' \u3000' }, { code: 'VALIDATION_FAILED', details: [{ path: 'model' }] }],
    [{ carBrandId: randomUUID() }, { code: 'CAR_BRAND_NOT_FOUND' }],
    [{ imageId: randomUUID() }, { code: 'IMAGE_NOT_FOUND' }],
  ])('refuses %j', async (over, refusal) => {
    const { actor } = await member.addMember()
    await expect(create({ actor }, over)).rejects.toMatchObject(refusal)
    expect(await list(actor)).toEqual([])
  })

  test('a plate is registered once, in any notation and for all members together', async () => {
    const [one, other] = [await member.addMember(), await member.addMember()]
    const { carNumber } = await create(one)
    for (const { actor } of [one, other])
      expect(await outcome(create({ actor }, { carNumber: ` ${carNumber}` }))).toBe('CAR_NUMBER_TAKEN')
    expect(await owners(carNumber, 1)).toEqual([[one.id, 1]])
  })

  test('runs once for an idempotency key: the same response again, another body refused', async () => {
    const { actor } = await member.addMember()
    const as = { actor, idempotencyKey: 'one car' }
    const input = { carNumber: plates() }
    const first = await create(as, input)
    expect(await create(as, input)).toEqual(first)
    await expect(create(as, { ...input, model: '쏘나타' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await list(actor)).toEqual([first])
  })
})

describe('updateCar', () => {
  test('changes the given fields; one that changes nothing keeps the version', async () => {
    const { actor } = await member.addMember()
    const car = await create({ actor }, { color: '흰색', nickname: '흰둥이' })
    const patch = { id: car.id, carBrandId: brand('기아').toUpperCase(), model: 'K8', color: '' }
    const changed = await member.call(updateCar, patch, { actor, ifMatch: '"1"' })
    const { updatedAt, ...rest } = changed
    expect(rest).toEqual({ ...car, carBrandId: brand('기아'), model: 'K8', color: null, updatedAt: undefined })
    expect(updatedAt > car.updatedAt).toBe(true)
    expect(await member.call(updateCar, { ...patch, main: true, carNumber: `${car.carNumber} ` }, { actor })).toEqual(
      changed,
    )
    expect(await member.etag(getCar, { id: car.id }, { actor })).toBe('"2"')
    expect(await owners(car.carNumber, 1)).toHaveLength(1)
  })

  test('a new plate is published with its owner, the old one without, and can be registered again', async () => {
    const [one, other] = [await member.addMember(), await member.addMember()]
    const { id, carNumber: old } = await create(one)
    const fresh = plates()
    expect(await member.call(updateCar, { id, carNumber: fresh }, one)).toMatchObject({ carNumber: fresh })
    expect(await owners(fresh, 1)).toEqual([[one.id, 1]])
    await create(other, { carNumber: old })
    expect(await owners(old, 3)).toEqual([
      [one.id, 1],
      [null, 2],
      [other.id, 3],
    ])
    expect(await outcome(member.call(updateCar, { id, carNumber: old }, one))).toBe('CAR_NUMBER_TAKEN')
  })

  test('changes the main car, and both cars change; there cannot be none', async () => {
    const { actor } = await member.addMember()
    const [first, second] = [await create({ actor }), await create({ actor })]
    await expect(member.call(updateCar, { id: first.id, main: false }, { actor })).rejects.toMatchObject(
      refusal('VALIDATION_FAILED', 'main'),
    )
    expect(await member.call(updateCar, { id: second.id, main: true }, { actor })).toMatchObject({ main: true })
    expect(await member.call(updateCar, { id: first.id, main: false }, { actor })).toMatchObject({ main: false })
    for (const { id } of [first, second]) expect(await member.etag(getCar, { id }, { actor })).toBe('"2"')
  })

  test('refuses what createCar refuses', async () => {
    const { actor } = await member.addMember()
    const { id } = await create({ actor })
    const update = (over: object) => member.call(updateCar, { id, ...over }, { actor })
    await expect(update({ carNumber: '1가2345' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(update({ model: '' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(update({ carBrandId: randomUUID() })).rejects.toMatchObject({ code: 'CAR_BRAND_NOT_FOUND' })
    await expect(update({ imageId: randomUUID() })).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
    expect(await member.etag(getCar, { id }, { actor })).toBe('"1"')
  })
})

describe('deleteCar', () => {
  test('publishes that the plate has no owner; the oldest other car becomes the main car', async () => {
    const { actor } = await member.addMember()
    const [first, second, third] = [await create({ actor }), await create({ actor }), await create({ actor })]
    expect(await outcome(member.call(deleteCar, { id: first.id }, { actor, ifMatch: '"9"' }))).toBe('CHANGED_SINCE')
    expect(await member.call(deleteCar, { id: first.id }, { actor, ifMatch: '"1"' })).toBeNull()
    expect((await list(actor)).map(({ id, main }) => [id, main])).toEqual([
      [second.id, true],
      [third.id, false],
    ])
    expect(await member.etag(getCar, { id: second.id }, { actor })).toBe('"2"')
    expect((await owners(first.carNumber, 2))[1]).toEqual([null, 2])
    for (const { id } of [third, second]) await member.call(deleteCar, { id }, { actor })
    expect(await list(actor)).toEqual([])
  })
})

test("another member's car is not found", async () => {
  const [one, other] = [await member.addMember(), await member.addMember()]
  const { id } = await create(one)
  const fault = (op: typeof getCar | typeof deleteCar | typeof updateCar, as: Extras, of = id) =>
    member.bus.forward(op, JSON.stringify({ id: of }), member.from('203.0.113.1', as.actor)).catch(({ code }) => code)
  for (const op of [getCar, updateCar, deleteCar]) {
    expect(await fault(op, other)).toBe('CAR_NOT_FOUND')
    expect(await fault(op, other, randomUUID())).toBe('CAR_NOT_FOUND')
  }
  expect(await list(other.actor)).toEqual([])
  expect(await list(one.actor)).toMatchObject([{ id }])
})
