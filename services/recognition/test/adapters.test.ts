import { randomUUID } from 'node:crypto'
import { deviceSightingsSubject } from '@kingcar/bus'
import { contract, type DeviceSightings, type DeviceWithSecret } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { sendEvent, startTestGateway } from './gateway.ts'
import { ago, startBeforeAll } from './recognition.ts'

const { createDevice, deleteDevice, listDevices, rotateDeviceSecret } = contract.recognition

const recognition = startBeforeAll()
const administrator = administratorBeforeAll(recognition)
const gateway = startedBeforeAll(() => startTestGateway(recognition))

let device: DeviceWithSecret
beforeAll(async () => {
  device = await create('웹훅 카메라')
})

const create = (name: string) => administrator.call(createDevice, { storeId: recognition.storeId, name })
const send = (vendor: string, fields: object, by = device) => sendEvent(gateway.url, by, vendor, fields)
const frigate = (fields: object, by = device) => send('frigate', { type: 'lpr', score: 0.95, ...fields }, by)
const stored = { status: 200, body: { success: true, result: null } }
const now = () => Date.now() / 1_000
const stateOf = async ({ id }: DeviceWithSecret) =>
  (await administrator.call(listDevices, { size: 100 })).content.find((each) => each.id === id)

test('repeated updates of one Frigate object are one visit, and a repetition counts once', async () => {
  const first = { id: 'object-1', plate: '21가 3456', timestamp: now() }
  const better = { ...first, score: 0.99, timestamp: first.timestamp + 1 }
  for (const update of [first, first, better, first, better]) expect(await frigate(update)).toEqual(stored)
  await recognition.settled()
  expect(recognition.visits('21가3456')).toMatchObject([{ reads: 2, deviceId: device.id }])
  expect(await recognition.deadLetters()).toEqual([])
})

test('a group of OpenALPR takes the full path, with its candidates', async () => {
  const group = {
    data_type: 'alpr_group',
    best_uuid: 'agent-1',
    best_plate_number: '22나3456',
    best_confidence: 91,
    epoch_start: Date.now(),
    candidates: [{ plate: '22나3458', confidence: 60 }],
  }
  expect(await send('openalpr', group)).toEqual(stored)
  expect(await send('openalpr', { data_type: 'heartbeat' })).toEqual(stored)
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

test('an implausible read is a dead letter, and one without a plate is refused', async () => {
  expect(await frigate({ plate: '23다3456', timestamp: now() + 3_600 })).toEqual(stored)
  await expect.poll(() => recognition.deadLetters()).toMatchObject([{ reason: 'inTheFuture' }])
  expect(await frigate({ timestamp: now() })).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION_FAILED', details: [{ path: 'plate' }] } },
  })
})

test("each message is a sign of life, and a refused one counts as its device's last error", async () => {
  const own = await create('다른 웹훅 카메라')
  expect(await stateOf(own)).toMatchObject({ online: false, lastSeenAt: null, refusedToday: 0, lastErrorAt: null })
  expect(await send('openalpr', { data_type: 'heartbeat' }, own)).toEqual(stored)
  await expect.poll(() => stateOf(own)).toMatchObject({ online: true, lastError: null, refusedToday: 0 })
  const group = { data_type: 'alpr_group', best_plate_number: '24라3456', best_confidence: 910 }
  for (const _time of [1, 2]) expect((await send('openalpr', group, own)).status).toBe(400)
  await expect
    .poll(() => stateOf(own))
    .toMatchObject({ refusedToday: 2, lastError: 'field:best_confidence', lastErrorAt: expect.any(String) })
  expect(await frigate({ plate: '23다3456', timestamp: now() + 3_600 }, own)).toEqual(stored)
  await expect.poll(() => stateOf(own)).toMatchObject({ refusedToday: 3, lastError: 'inTheFuture' })
})

test('while the service is stopped no event is refused or lost, and after its start it has seen every device', async () => {
  const [reading, silent] = [await create('읽는 카메라'), await create('조용한 카메라')]
  await recognition.stopService()
  const plates = Array.from({ length: 60 }, (_, at) => `31마${4_000 + at}`)
  for (const [at, plate] of plates.entries()) {
    const event = frigate({ id: `object-${at}`, plate, timestamp: now() }, reading)
    const others = [send('openalpr', { data_type: 'heartbeat' }, silent), send('openalpr', {}, silent)]
    expect((await Promise.all([event, ...others])).map(({ status }) => status)).toEqual([200, 200, 400])
  }
  const stopped = Date.now()
  await recognition.startService()
  await recognition.settled()
  for (const plate of plates)
    expect(recognition.visits(plate)).toMatchObject([{ reads: 1, deviceId: reading.id, late: false }])
  await expect
    .poll(() => stateOf(silent))
    .toMatchObject({ online: true, refusedToday: plates.length, lastError: 'field:data_type' })
  expect(await stateOf(reading)).toMatchObject({ online: true, readsToday: plates.length, lastError: null })
  const { lastSeenAt, lastErrorAt } = (await stateOf(silent)) ?? {}
  for (const at of [lastSeenAt, lastErrorAt]) expect(Date.parse(String(at))).toBeLessThanOrEqual(stopped)
})

test('a deleted device and an old secret are refused', async () => {
  const own = await create('지울 카메라')
  const event = { plate: '41바3456', timestamp: now() }
  const isRefused = (by: DeviceWithSecret) => expect.poll(async () => (await frigate(event, by)).status).toBe(401)
  expect(await frigate(event, own)).toEqual(stored)
  const renewed = await administrator.call(rotateDeviceSecret, { id: own.id })
  await isRefused(own)
  expect(await frigate(event, renewed)).toEqual(stored)
  await administrator.call(deleteDevice, { id: own.id })
  await isRefused(renewed)
})

test('a repeated report counts once, and a late one does not hide a newer error', async () => {
  const own = await create('늦은 카메라')
  const bus = await recognition.backend.bus('gateway')
  const report = (at: string, reason: string): DeviceSightings => ({
    id: randomUUID(),
    devices: [{ deviceId: own.id, seenAt: at, refused: 1, refusal: { reason, at } }],
  })
  const [newer, older] = [report(ago(0), 'UNSUPPORTED_MEDIA_TYPE'), report(ago(20), 'PAYLOAD_TOO_LARGE')]
  for (const each of [newer, newer, older, older])
    expect(await bus.request(deviceSightingsSubject, each)).toBe('delivered')
  expect(await stateOf(own)).toMatchObject({
    refusedToday: 2,
    lastError: 'UNSUPPORTED_MEDIA_TYPE',
    lastSeenAt: newer.devices[0]?.seenAt,
    lastErrorAt: newer.devices[0]?.seenAt,
  })
})

test('a report that is not stored is not confirmed', async () => {
  const bus = await recognition.backend.bus('gateway')
  expect(await bus.request(deviceSightingsSubject, { id: 'x', devices: [] })).toBe('unknown')
})

test('the angle of a vendor is a direction where the device has the angle of arriving cars', async () => {
  const camera = await administrator.call(createDevice, {
    ...{ storeId: recognition.storeId, name: '각도 카메라', arrivalAngle: 180 },
  })
  const group = { data_type: 'alpr_group', best_plate_number: '21가5001', best_confidence: 97 }
  const pass = (travel_direction: number, secondsAgo: number) =>
    send('openalpr', { ...group, travel_direction, epoch_start: Date.now() - secondsAgo * 1_000 }, camera)
  await pass(183.2, 300)
  await pass(2, 200)
  await pass(170, 100)
  await recognition.settled()
  expect(recognition.visits('21가5001')).toMatchObject([{ reads: 1 }, { reads: 1 }])
  const { sql } = recognition.backend
  expect(
    await sql`select direction from recognition.reads where car_number = '21가5001' order by recognized_at`,
  ).toEqual([{ direction: 'in' }, { direction: 'out' }, { direction: 'in' }])
})
