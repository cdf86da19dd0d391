import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const recognition = startBeforeAll()
beforeAll(async () => {
  await recognition.handle(readOf('10가1010'))
})

const latest = async () => (await recognition.deadLetters()).at(-1)

test.each<[reason: string, message: Record<string, unknown> | string]>([
  ['notJson', '{"readId":'],
  ['notJson', ''],
  ['field:', '[]'],
  ['field:readId', readOf('12가3456', { readId: 'one' })],
  ['field:carNumber', { ...readOf('12가3456'), carNumber: undefined }],
  ['field:confidence', readOf('12가3456', { confidence: 1.01 })],
  ['field:confidence', readOf('12가3456', { confidence: '0.9' })],
  ['field:recognizedAt', readOf('12가3456', { recognizedAt: 'yesterday' })],
  ['field:recognizedAt', readOf('12가3456', { recognizedAt: null })],
  ['field:direction', readOf('12가3456', { direction: 'up' })],
  ['field:candidates.0.confidence', readOf('12가3456', { candidates: [{ carNumber: '12가3456', confidence: 2 }] })],
  ['inTheFuture', readOf('12가3456', { recognizedAt: ago(-3_600) })],
  ['tooOld', readOf('12가3456', { recognizedAt: ago(400 * 86_400) })],
  ['refused:22P05', readOf('12가3\u0000456')],
])('%s', async (reason, message) => {
  const before = (await recognition.deadLetters()).length
  await recognition.handle(message)
  expect(await recognition.deadLetters()).toHaveLength(before + 1)
  expect(await latest()).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    receivedAt: expect.stringMatching(/Z$/),
    subject: `recognition.read.${recognition.storeId}.${recognition.deviceId}`,
    reason,
    payload: typeof message === 'string' ? message : JSON.stringify(message),
    storeId: recognition.storeId,
    deviceId: recognition.deviceId,
  })
})

test('bytes that are not UTF-8 are kept as base64', async () => {
  await recognition.publish(new Uint8Array([0xff, 0xfe, 0x00]))
  await recognition.settled()
  expect(await latest()).toMatchObject({ reason: 'notText', payload: '//4A' })
})

test('a subject without store and device', async () => {
  await recognition.publish(readOf('12가3456'), 'recognition.read.gate')
  await recognition.settled()
  expect(await latest()).toMatchObject({ reason: 'subject', storeId: null, deviceId: null })
})

test('of reads that share a message each invalid one is a dead letter alone, and the others count once', async () => {
  const bus = await recognition.backend.bus('gateway')
  const { storeId, deviceId } = recognition
  const stranger = randomUUID()
  const read = readOf('35나4821')
  const before = (await recognition.deadLetters()).length
  const sent: [device: string, message: unknown][] = [
    [deviceId, read],
    [deviceId, '{'],
    [stranger, readOf('36다7719')],
    [deviceId, { ...read, confidence: 0.91 }],
    ...Array.from({ length: 40 }, (): [string, unknown] => [deviceId, read]),
    [deviceId, readOf('37라9053')],
  ]
  const store = ([device, message]: (typeof sent)[number]) =>
    bus.storeRead(storeId, device, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)))
  const sequences = await Promise.all([...sent, ...sent].map(store))
  expect(new Set(sequences).size).toBeLessThan(10)
  await recognition.settled()
  const letters = (await recognition.deadLetters()).slice(before)
  const reasons = Map.groupBy(letters, ({ reason, deviceId: device }) => `${reason} ${device === stranger}`)
  expect(new Map([...reasons].map(([reason, all]) => [reason, all.length]))).toEqual(
    new Map([
      ['notJson false', 2],
      ['readIdReused false', 2],
      ['unknownDevice true', 2],
    ]),
  )
  expect(recognition.visits('35나4821')).toMatchObject([{ reads: 1 }])
  expect(recognition.visits('37라9053')).toMatchObject([{ reads: 1 }])
})

test('an id of another read', async () => {
  const read = readOf('13가1313', { recognizedAt: ago(60) })
  await recognition.handle(read)
  for (const change of [{ confidence: 0.98 }, { recognizedAt: ago(50) }]) {
    await recognition.publish({ ...read, ...change })
    await recognition.settled()
    expect(await latest()).toMatchObject({ reason: 'readIdReused' })
  }
  expect(recognition.visits('13가1313')).toMatchObject([{ reads: 1 }])
})

test('an id used twice in one batch: one read has it, and its repetition is not a dead letter', async () => {
  const [stored, both] = [readOf('17가1717', { recognizedAt: ago(60) }), readOf('18가1818', { recognizedAt: ago(60) })]
  await recognition.handle(stored)
  const before = (await recognition.deadLetters()).length
  await recognition.stopService()
  const messages = [{ ...stored, confidence: 1 }, stored, both, { ...both, confidence: 1 }, both]
  for (const message of messages) await recognition.publish(message)
  await recognition.startService()
  await recognition.settled()
  const letters = (await recognition.deadLetters()).slice(before)
  expect(letters.map(({ reason, payload }) => [reason, payload])).toEqual(
    [messages[0], messages[3]].map((message) => ['readIdReused', JSON.stringify(message)]),
  )
  expect(recognition.visits('17가1717')).toMatchObject([{ reads: 1 }])
  expect(recognition.visits('18가1818')).toMatchObject([{ reads: 1 }])
})

test('a device that is unknown, of another store, or removed before', async () => {
  const strangers = [
    [recognition.storeId, randomUUID()],
    [randomUUID(), recognition.deviceId],
    [recognition.storeId, await recognition.addDevice(recognition.storeId)],
  ] as const
  await recognition.backend.sql`update recognition.devices set removed_at = now() where id = ${strangers[2][1]}`
  for (const [storeId, deviceId] of strangers) {
    await recognition.publish(readOf('14가1414'), `recognition.read.${storeId}.${deviceId}`)
    await recognition.settled()
    expect(await latest()).toMatchObject({ reason: 'unknownDevice', storeId, deviceId })
  }
  expect(recognition.visits('14가1414')).toEqual([])
})

test('a read that arrived before its device was removed counts', async () => {
  const deviceId = await recognition.addDevice(recognition.storeId)
  await recognition.stopService()
  await recognition.publish(readOf('15가1515'), `recognition.read.${recognition.storeId}.${deviceId}`)
  await recognition.backend.sql`
    update recognition.devices set removed_at = now() + interval '1 second' where id = ${deviceId}`
  await recognition.startService()
  await recognition.settled()
  expect(recognition.visits('15가1515')).toMatchObject([{ reads: 1 }])
})

test('a read that the database rejects does not affect the rest of its batch', async () => {
  await recognition.stopService()
  const plates = Array.from({ length: 20 }, (_, at) => `16가${1000 + at}`)
  for (const [at, plate] of plates.entries()) await recognition.publish(readOf(at === 7 ? '16가\u00001007' : plate))
  await recognition.startService()
  await recognition.settled()
  expect(await latest()).toMatchObject({ reason: 'refused:22P05' })
  const counted = plates.filter((plate) => recognition.visits(plate).length === 1)
  expect(counted).toEqual(plates.filter((_, at) => at !== 7))
})
