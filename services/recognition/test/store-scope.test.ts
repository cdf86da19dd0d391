import { randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import { contract, type Input, type Operation, type Result } from '@kingcar/contract'
import { callerOf, outcome, waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { startBeforeAll } from './recognition.ts'

const { noteVisit, getVisit, listVisits, countVisits, exportVisits, correctVisit } = contract.recognition
const { createDevice, listDevices, updateDevice, rotateDeviceSecret, deleteDevice, testDevice } = contract.recognition
const { listReadReviews, acceptRead, dismissRead } = contract.recognition

/* What an administrator of one store gets: the own store's, and nothing of another one, whatever the input is. */
const recognition = startBeforeAll()
const owner = administratorBeforeAll(recognition)
const elsewhere = randomUUID()
const reason = '사진 확인'
let bus: Bus
beforeAll(async () => {
  bus = await recognition.backend.bus('gateway')
  await recognition.tell('catalog.storeChanged', { storeId: elsewhere, name: '송도점', version: 1 })
  await waitFor(async () => {
    const ids = [recognition.storeId, elsewhere]
    const known = await recognition.backend.sql`select from recognition.stores where id = any(${ids})`
    expect(known).toHaveLength(2)
  })
})

/** Calls as the manager of the first store. */
const call = <O extends Operation>(op: O, input: Input<O>): Promise<Result<O>> =>
  bus.call(
    op,
    input,
    callerOf({ actor: { ...owner.actor, adminRole: 'manager', storeIds: [recognition.storeId] } as never }),
  )
const named = (carNumber: string) => ({ carNumber, name: '김회원' })
/** Registers a plate for a new member. */
async function register(carNumber: string) {
  await recognition.own(carNumber, randomUUID(), '김회원')
  const { sql } = recognition.backend
  await waitFor(async () =>
    expect(
      await sql`select from recognition.plates where car_number = ${carNumber} and member_id is not null`,
    ).toHaveLength(1),
  )
}
/** Queues a read for review at each store; returns the ids of the own store's and the other one. */
const readsToReview = (carNumber: string) =>
  Promise.all(
    [recognition.storeId, elsewhere].map(async (storeId) => {
      const readId = randomUUID()
      const { sql } = recognition.backend
      const now = new Date()
      const read = {
        ...{ read_id: readId, device_id: recognition.deviceId, store_id: storeId, raw: carNumber, confidence: 0.3 },
        ...{ recognized_at: now, received_at: now },
      }
      await sql`insert into recognition.reads ${sql({ ...read, car_number: carNumber, rejected: 'confidence' })}`
      await sql`insert into recognition.read_reviews ${sql({ ...read, read_as: carNumber, reason: 'lowConfidence' })}`
      return readId
    }),
  )
const visitAt = (storeId: string, carNumber: string) => owner.call(noteVisit, { storeId, carNumber, reason })

// ASVS 8.2.2
test('visits: lists, files and single ones are of the own store, and only these can be corrected and noted', async () => {
  const own = await visitAt(recognition.storeId, '11가1111')
  const other = await visitAt(elsewhere, '22나2222')
  const all = await owner.call(listVisits, {})
  expect(all.content.map(({ id }) => id).toSorted()).toEqual([own.id, other.id].toSorted())
  const seen = await call(listVisits, {})
  expect([seen.content.map(({ id }) => id), seen.totalElements]).toEqual([[own.id], 1])
  for (const kind of ['guest', 'member'] as const)
    expect((await call(listVisits, { kind })).totalElements).toBe(kind === 'guest' ? 1 : 0)
  expect((await call(listVisits, { carNumber: '22나2222' })).totalElements).toBe(0)
  expect((await call(listVisits, { storeId: recognition.storeId })).totalElements).toBe(1)
  expect(await outcome(call(listVisits, { storeId: elsewhere }))).toBe('FORBIDDEN')
  expect((await call(countVisits, {})).count).toBe(1)
  expect(await outcome(call(countVisits, { storeId: elsewhere }))).toBe('FORBIDDEN')
  const { lines } = await call(exportVisits, { reason: '월말 정산', full: true })
  expect([lines.includes('11가1111'), lines.includes('22나2222')]).toEqual([true, false])
  expect(await call(getVisit, { id: own.id })).toMatchObject({ id: own.id })
  expect(await outcome(call(getVisit, { id: other.id }))).toBe('VISIT_NOT_FOUND')
  expect(await outcome(call(correctVisit, { id: other.id, carNumber: '33다3333', reason }))).toBe('VISIT_NOT_FOUND')
  expect(await outcome(call(noteVisit, { storeId: elsewhere, carNumber: '22나2222', reason }))).toBe('FORBIDDEN')
  expect(await call(correctVisit, { id: own.id, carNumber: '44라4444', reason })).toMatchObject({
    carNumber: '44라4444',
  })
  expect(await owner.call(getVisit, { id: other.id })).toMatchObject({ carNumber: '22나2222' })
})

// ASVS 8.2.2
test('recognizers: those of another store are missing, and none is moved there', async () => {
  const other = await owner.call(createDevice, { storeId: elsewhere, name: '송도 입구' })
  const own = await call(createDevice, { storeId: recognition.storeId, name: '강남 입구' })
  const { content } = await call(listDevices, { size: 100 })
  expect(new Set(content.map(({ storeId }) => storeId))).toEqual(new Set([recognition.storeId]))
  expect(content.map(({ id }) => id)).toContain(own.id)
  expect(await outcome(call(listDevices, { storeId: elsewhere }))).toBe('FORBIDDEN')
  expect(await outcome(call(createDevice, { storeId: elsewhere, name: '남의 입구' }))).toBe('FORBIDDEN')
  expect(await outcome(call(updateDevice, { id: own.id, storeId: elsewhere }))).toBe('FORBIDDEN')
  const taken = call(updateDevice, { id: other.id, storeId: recognition.storeId })
  expect(await outcome(taken)).toBe('DEVICE_NOT_FOUND')
  for (const op of [updateDevice, rotateDeviceSecret, deleteDevice, testDevice])
    expect([op.name, await outcome(call(op, { id: other.id }))]).toEqual([op.name, 'DEVICE_NOT_FOUND'])
  expect(await call(updateDevice, { id: own.id, name: '강남 출구' })).toMatchObject({ name: '강남 출구' })
})

// ASVS 8.2.2
test('reads to review: those of another store are neither listed nor decided', async () => {
  const [own, other] = await readsToReview('55마5555')
  const { content } = await call(listReadReviews, { size: 100 })
  expect(content.map(({ readId }) => readId)).toEqual([own])
  expect(await outcome(call(listReadReviews, { storeId: elsewhere }))).toBe('FORBIDDEN')
  const readId = other ?? ''
  expect(await outcome(call(acceptRead, { readId, carNumber: '55마5555', reason }))).toBe('READ_NOT_FOUND')
  expect(await outcome(call(dismissRead, { readId }))).toBe('READ_NOT_FOUND')
  expect(await call(dismissRead, { readId: own ?? '' })).toMatchObject({ reviewState: 'dismissed' })
})

// ASVS 8.2.2
test('plates to choose from are those that have been at the own store, so that members of others stay unknown', async () => {
  await register('66바6666')
  const { id } = await visitAt(recognition.storeId, '66바6668')
  await visitAt(elsewhere, '66바6666')
  const [readId] = await readsToReview('66바6667')
  const suggestions = async (asked: typeof call) => (await asked(getVisit, { id })).suggestions
  const nearest = async (asked: typeof call) => {
    const { content } = await asked(listReadReviews, { size: 100 })
    return content.find((read) => read.readId === readId)?.nearestMembers
  }
  const own = { id, carNumber: '66바6668', reason }
  expect(await suggestions(owner.call)).toMatchObject([named('66바6666')])
  expect(await nearest(owner.call)).toMatchObject([named('66바6666')])
  expect(await suggestions(call)).toEqual([])
  expect(await nearest(call)).toEqual([])
  expect((await call(correctVisit, own)).suggestions).toEqual([])
  const noted = await call(noteVisit, { storeId: recognition.storeId, carNumber: '66바6660', reason })
  expect(noted.suggestions).toEqual([])
  const visit = await call(noteVisit, { storeId: recognition.storeId, carNumber: '66바6666', reason })
  expect(await suggestions(call)).toEqual([])
  await recognition.backend
    .sql`update recognition.visits set device_id = ${recognition.deviceId} where id = ${visit.id}`
  expect(await suggestions(call)).toMatchObject([named('66바6666')])
  expect(await nearest(call)).toMatchObject([named('66바6666')])
  expect(
    (await call(acceptRead, { readId: readId ?? '', carNumber: '66바6666', reason })).nearestMembers,
  ).toMatchObject([named('66바6666')])
})

// ASVS 8.2.2
test('the number of visits of a plate is that at all stores, as wall screens greet, and names no other store', async () => {
  await visitAt(elsewhere, '77사7777')
  const { id } = await visitAt(recognition.storeId, '77사7777')
  const visit = await call(getVisit, { id })
  expect(visit).toMatchObject({ visitCount: 2, storeId: recognition.storeId })
  expect(visit.readings).toHaveLength(1)
  expect(JSON.stringify(visit)).not.toContain(elsewhere)
})
