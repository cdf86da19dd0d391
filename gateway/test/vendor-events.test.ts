import { deviceSightingsSubject } from '@kingcar/bus'
import type { DeviceSightings } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeEach, expect, test } from 'vitest'
import { type EdgeDevice, startEdge, store } from './edge.ts'

const edge = startedBeforeAll(startEdge)
let device: EdgeDevice
beforeEach(async () => {
  device = await edge.device()
})

const send = (vendor: string, body: RequestInit['body'], type?: string) =>
  fetch(`${edge.url}/api/recognition/adapters/${vendor}/${device.id}`, {
    method: 'POST',
    headers: { ...device.headers, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
const sendJson = (vendor: string, fields: object) => send(vendor, JSON.stringify(fields), 'application/json')
/** The reads of this test's device. */
const reads = async () =>
  (await edge.reads()).flatMap(({ subject, read }) =>
    subject === `recognition.read.${store.id}.${device.id}` ? [read] : [],
  )
const platesRead = async () => (await reads()).map(({ carNumber }) => carNumber)

const lpr = { type: 'lpr', id: 'object-1', score: 0.97, timestamp: 1_767_322_800 }

test('all events are stored although no recognition service runs, and a repetition has the id of the first', async () => {
  const plates = Array.from({ length: 30 }, (_, at) => `12가${3_000 + at}`)
  for (const plate of plates) expect((await sendJson('frigate', { ...lpr, plate })).status).toBe(200)
  expect(await platesRead()).toEqual(plates)
  expect((await sendJson('frigate', { ...lpr, plate: plates[0] })).status).toBe(200)
  // READS stores it again, unless it arrives within its deduplication window.
  expect(new Set((await reads()).map(({ readId }) => readId)).size).toBe(plates.length)
})

test('each of the events that arrive at the same time is a read, also where they share a message of READS', async () => {
  const plates = Array.from({ length: 60 }, (_, at) => `13가${3_000 + at}`)
  const replies = await Promise.all(plates.map((plate) => sendJson('frigate', { ...lpr, id: plate, plate })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await platesRead()).sort()).toEqual(plates)
})

test('events of each vendor become reads, but not without a plate', async () => {
  const group = { data_type: 'alpr_group', best_plate_number: '22나3456', best_confidence: 91, epoch_start: Date.now() }
  const data = { timestamp: '2026-01-02T03:00:00Z', results: [{ plate: '32다3456', score: 0.9 }] }
  for (const [vendor, fields] of [
    ['openalpr', group],
    ['openalpr', { data_type: 'heartbeat' }],
    ['frigate', { type: 'face' }],
    ['plateRecognizer', { hook: { event: 'recognition' }, data }],
    ['plateRecognizer', { hook: { event: 'recognition' }, data: { ...data, results: [] } }],
  ] as const) {
    const reply = await sendJson(vendor, fields)
    expect([reply.status, await reply.json()]).toEqual([200, { success: true, result: null }])
  }
  expect(await platesRead()).toEqual(['22나3456', '32다3456'])
})

test.each([
  ['without a plate', { hook: { event: 'recognition' }, data: { results: [] } }, 200],
  ['that is refused', { hook: { event: 'recognition' }, data: { results: [{ plate: '12가3456', score: 7 }] } }, 400],
])('no picture of an event %s is kept', async (_, event, status) => {
  const form = new FormData()
  form.set('upload', new Blob([Buffer.alloc(2_000)], { type: 'image/jpeg' }), 'a.jpg')
  form.set('json', JSON.stringify(event))
  expect((await send('plateRecognizer', form)).status).toBe(status)
  expect(await Array.fromAsync(edge.services.images.list())).toEqual([])
  expect(edge.calls.filter(({ operation }) => operation === 'uploadRecognitionImage')).toEqual([])
})

/** "12가3456" in an XML document with these encodings; Node cannot encode EUC-KR, in which 가 is B0 A1. */
const alert = (encoding: string) => [
  `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?><EventNotificationAlert><eventType>ANPR</eventType>
    <dateTime>2026-01-02T12:00:00+09:00</dateTime><ANPR><confidenceLevel>97</confidenceLevel><licensePlate>12`,
  '3456</licensePlate></ANPR></EventNotificationAlert>',
]
const joined = (encoding: string, syllable: readonly number[]) => {
  const [before = '', after = ''] = alert(encoding)
  return Buffer.concat([Buffer.from(before), Buffer.from(syllable), Buffer.from(after)])
}
const [eucKr, utf8] = [
  [0xb0, 0xa1],
  [0xea, 0xb0, 0x80],
]
const utf16 = Buffer.from(`\ufeff${alert('UTF-16').join('가')}`, 'utf16le')

test.each([
  ['the XML declaration', 'application/xml', joined('EUC-KR', eucKr)],
  ['the byte order mark', 'text/xml', utf16],
  ['no declaration, UTF-8', 'text/xml', joined('', utf8)],
  ['an unknown encoding, UTF-8', 'text/xml', joined('X-NONE', utf8)],
  ["a vendor's name of code page 949", 'application/xml', joined('CP949', eucKr)],
])('an event is decoded by %s, as a body and as a part', async (_, type, body) => {
  const form = new FormData()
  form.set('anpr.xml', new Blob([body], { type }), 'anpr.xml')
  for (const reply of [await send('hikvision', body, type), await send('hikvision', form)])
    expect(reply.status).toBe(200)
  expect(new Set(await platesRead())).toEqual(new Set(['12가3456']))
})

test('the charset of its media type decides about a body', async () => {
  for (const charset of ['euc-kr', 'MS949'])
    await send('hikvision', joined('UTF-8', eucKr), `application/xml; charset=${charset}`)
  expect(new Set(await platesRead())).toEqual(new Set(['12가3456']))
})

test('each message is reported as a sign of life, a refused one with its reason, until the service confirms it', async () => {
  const reports: DeviceSightings[] = []
  let confirms = false
  edge.services.subscribeQueue(deviceSightingsSubject, 'recognition', async ({ data }) => {
    const report: DeviceSightings = JSON.parse(Buffer.from(data).toString())
    reports.push(report)
    return confirms || report.devices.every(({ deviceId }) => deviceId !== device.id) // those of the tests before
  })
  const before = Date.now()
  const group = { data_type: 'alpr_group', best_plate_number: '22나3456' }
  const replies = [
    await sendJson('openalpr', { data_type: 'heartbeat' }),
    await sendJson('openalpr', { ...group, best_confidence: 910, epoch_start: Date.now() }),
    await send('openalpr', '{', 'application/json'),
    await send('openalpr', JSON.stringify({ data_type: 'x'.repeat(1024 * 1024) }), 'application/json'),
    await send('openalpr', 'x', 'text/plain'),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 400, 400, 413, 415])
  const own = () =>
    reports.flatMap(({ id, devices }) =>
      devices.flatMap((each) => (each.deviceId === device.id ? [{ id, ...each }] : [])),
    )
  const delivered = () => new Map(own().map((each) => [each.id, each])).values().toArray()
  const refused = () => delivered().reduce((sum, each) => sum + each.refused, 0)
  await expect.poll(() => own().length).toBeGreaterThan(1) // repeated, because nothing confirms it
  confirms = true
  await expect.poll(refused).toBe(4)
  const last = delivered().at(-1)
  expect(last).toMatchObject({ refusal: { reason: 'UNSUPPORTED_MEDIA_TYPE' } })
  expect(Date.parse(String(last?.seenAt))).toBeGreaterThanOrEqual(before)
  expect((await sendJson('openalpr', { ...group, best_confidence: 910 })).status).toBe(400)
  await expect
    .poll(() => delivered().at(-1))
    .toMatchObject({ refused: 1, refusal: { reason: 'field:best_confidence' } })
})

test('a request without valid credentials stores nothing', async () => {
  const { status } = await edge.send('POST', `/api/recognition/adapters/frigate/${device.id}`, {
    ...lpr,
    plate: '12가3456',
  })
  expect(status).toBe(401)
  expect(await reads()).toEqual([])
})
