import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { noteVisit, getVisit, listVisits } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

const note = (carNumber: string, extras = {}, storeId = recognition.storeId) =>
  admin.call(noteVisit, { storeId, carNumber, reason: '카메라 고장' }, extras)

/** Waits until the service has handled the event of its store. */
const known = (storeId: string, closed = false) =>
  expect
    .poll(() => recognition.backend.sql`select closed from recognition.stores where id = ${storeId}`)
    .toEqual([{ closed }])

test('a manual visit is published and audited', async () => {
  await known(recognition.storeId)
  const visit = await note('11 가-1111')
  expect(visit).toMatchObject({
    storeName: '강남점',
    deviceId: null,
    carNumber: '11가1111',
    name: '방문객',
    visitCount: 1,
    reads: 1,
    late: false,
    mergedInto: null,
    readings: [{ deviceId: null, carNumber: '11 가-1111', confidence: 1, direction: null, rejected: null }],
    suggestions: [],
  })
  expect(visit.recognizedAt).toBe(visit.receivedAt)
  expect(await admin.call(getVisit, { id: visit.id })).toEqual(visit)
  await expect.poll(() => recognition.visits('11가1111')).toMatchObject([{ id: visit.id, deviceId: null }])
  await expect
    .poll(() => admin.audited(visit.id))
    .toMatchObject([
      {
        action: 'noteVisit',
        before: null,
        after: { storeId: recognition.storeId, carNumber: '11가1111', reason: '카메라 고장' },
      },
    ])
})

test('within the window it extends the existing visit, and reads extend it', async () => {
  await recognition.handle(readOf('22나2222', { recognizedAt: ago(120) }))
  const [there] = recognition.visits('22나2222')
  expect(await note('22나2222')).toMatchObject({ id: there?.id, deviceId: recognition.deviceId, reads: 2 })
  await recognition.publish(readOf('22나2222'))
  await expect.poll(() => recognition.visits('22나2222')).toMatchObject([{ id: there?.id, reads: 3 }])
})

test('runs once per idempotency key: same response, other body rejected, ten concurrent calls', async () => {
  const first = await note('33다3333', { idempotencyKey: 'once' })
  expect(await note('33다3333', { idempotencyKey: 'once' })).toEqual(first)
  await expect(note('33다3334', { idempotencyKey: 'once' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  await Promise.allSettled(Array.from({ length: 10 }, () => note('33다3335', { idempotencyKey: 'at once' })))
  const page = await admin.call(listVisits, { carNumber: '33다3335' })
  expect(page.content).toMatchObject([{ reads: 1 }])
})

test('concurrent manual visits without a key are one visit', async () => {
  await Promise.all(Array.from({ length: 5 }, () => note('44라4444')))
  const { content } = await admin.call(listVisits, { carNumber: '44라4444' })
  expect(content).toMatchObject([{ reads: 5, visitCount: 1 }])
})

test('an unknown or closed store and an invalid plate are rejected', async () => {
  await expect(note('55마5555', {}, randomUUID())).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  const storeId = randomUUID()
  await recognition.tell('catalog.storeChanged', { storeId, name: null, version: 2 })
  await recognition.tell('catalog.storeChanged', { storeId, name: '폐점', version: 1 })
  await known(storeId, true)
  await expect(note('55마5555', {}, storeId)).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  for (const plate of ['55각5555', '00가0000'])
    await expect(note(plate)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'carNumber' }] })
})
