import { randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import { contract, type Input } from '@kingcar/contract'
import { callerOf, refusal } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { startBeforeAll } from './recognition.ts'

const { listDevices, receiveFrigate, receiveOpenAlpr } = contract.recognition

const recognition = startBeforeAll()
let gateway: Bus
beforeAll(async () => {
  gateway = await recognition.backend.bus('gateway')
})

const asDevice = () => callerOf({ device: { id: recognition.deviceId, storeId: recognition.storeId } })
const frigate = (fields: Partial<Input<typeof receiveFrigate>>) =>
  gateway.call(receiveFrigate, { deviceId: recognition.deviceId, type: 'lpr', score: 0.95, ...fields }, asDevice())
const now = () => Date.now() / 1_000

test('repeated updates of one Frigate object are one visit, and a repetition counts once', async () => {
  const first = { id: 'object-1', plate: '21가 3456', timestamp: now() }
  const better = { ...first, score: 0.99, timestamp: first.timestamp + 1 }
  for (const update of [first, first, better, first, better]) expect(await frigate(update)).toBeNull()
  await recognition.settled()
  expect(recognition.visits('21가3456')).toMatchObject([{ reads: 2, deviceId: recognition.deviceId }])
  expect(await recognition.deadLetters()).toEqual([])
})

test('a group of OpenALPR takes the full path, with its candidates', async () => {
  const input = {
    deviceId: recognition.deviceId,
    data_type: 'alpr_group',
    best_uuid: 'agent-1',
    best_plate_number: '22나3456',
    best_confidence: 91,
    epoch_start: Date.now(),
    candidates: [{ plate: '22나3458', confidence: 60 }],
  }
  await gateway.call(receiveOpenAlpr, input, asDevice())
  await gateway.call(receiveOpenAlpr, { deviceId: recognition.deviceId, data_type: 'heartbeat' }, asDevice())
  await recognition.settled()
  expect(recognition.visits('22나3456')).toMatchObject([{ reads: 1 }])
  const [row] = await recognition.backend.sql`
    select raw, confidence, candidates, direction from recognition.reads where car_number = '22나3456'`
  expect(row).toMatchObject({
    raw: '22나3456',
    confidence: 0.91,
    candidates: [{ carNumber: '22나3458', confidence: 0.6 }],
  })
})

test('an implausible read is a dead letter, and one without a plate is rejected', async () => {
  await frigate({ plate: '23다3456', timestamp: now() + 3_600 })
  await expect.poll(() => recognition.deadLetters()).toMatchObject([{ reason: 'inTheFuture' }])
  await expect(frigate({ timestamp: now() })).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'plate'))
})

test("each message is a sign of life, and a rejected one is the device's last error", async () => {
  const deviceId = await recognition.addDevice(recognition.storeId)
  const device = { id: deviceId, storeId: recognition.storeId }
  const state = async () => {
    const actor = { role: 'admin' as const, id: randomUUID(), sessionId: randomUUID() }
    const { content } = await gateway.call(listDevices, { size: 100 }, callerOf({ actor }))
    return content.find(({ id }) => id === deviceId)
  }
  expect(await state()).toMatchObject({ online: false, lastSeenAt: null })
  await gateway.call(receiveOpenAlpr, { deviceId, data_type: 'heartbeat' }, callerOf({ device }))
  expect(await state()).toMatchObject({ online: true, lastError: null })
  const group = { deviceId, data_type: 'alpr_group', best_plate_number: '24라3456', best_confidence: 910 }
  await expect(gateway.call(receiveOpenAlpr, group, callerOf({ device }))).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
  expect(await state()).toMatchObject({ online: true, lastError: 'field:best_confidence' })
})

test('only devices may call', async () => {
  const call = gateway.call(receiveFrigate, { deviceId: recognition.deviceId, type: 'face' }, callerOf())
  await expect(call).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
