import { randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import { contract, type Input, type Operation, type Result } from '@kingcar/contract'
import { callerOf, outcome, waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { startBeforeAll } from './recognition.ts'

const { noteVisit, getVisit, listVisits, exportVisits, correctVisit } = contract.recognition
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
  const { lines } = await call(exportVisits, {})
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
  for (const op of [updateDevice, rotateDeviceSecret, deleteDevice, testDevice])
    expect([op.name, await outcome(call(op, { id: other.id }))]).toEqual([op.name, 'DEVICE_NOT_FOUND'])
  expect(await call(updateDevice, { id: own.id, name: '강남 출구' })).toMatchObject({ name: '강남 출구' })
})

// ASVS 8.2.2
test('reads to review: those of another store are neither listed nor decided', async () => {
  const { sql } = recognition.backend
  const [own, other] = await Promise.all(
    [recognition.storeId, elsewhere].map(async (storeId) => {
      const readId = randomUUID()
      await sql`insert into recognition.read_reviews ${sql({
        read_id: readId,
        device_id: recognition.deviceId,
        store_id: storeId,
        state: 'open',
        reason: 'lowConfidence',
        read_as: '55마5555',
        raw: '55마5555',
        confidence: 0.3,
        recognized_at: new Date(),
        received_at: new Date(),
      })}`
      return readId
    }),
  )
  const { content } = await call(listReadReviews, { size: 100 })
  expect(content.map(({ readId }) => readId)).toEqual([own])
  expect(await outcome(call(listReadReviews, { storeId: elsewhere }))).toBe('FORBIDDEN')
  const readId = other ?? ''
  expect(await outcome(call(acceptRead, { readId, carNumber: '55마5555', reason }))).toBe('READ_NOT_FOUND')
  expect(await outcome(call(dismissRead, { readId }))).toBe('READ_NOT_FOUND')
  expect(await call(dismissRead, { readId: own ?? '' })).toMatchObject({ reviewState: 'dismissed' })
})
