import { hash } from 'node:crypto'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBusSpy } from '../src/bus-spy.ts'
import { signIn } from '../src/http.ts'
import { type LiveEvent, openLive } from '../src/live-socket.ts'
import { openPictureStore } from '../src/object-store-client.ts'
import { describe, formOf, picture } from '../src/pictures.ts'
import { startProduct } from '../src/product.ts'
import { createDevice } from '../src/recognizer.ts'

let device: { id: string; secret: string }
let token: string
let live: Disposable & { events: readonly LiveEvent[] }
const product = startedBeforeAll(startProduct)
const bucket = startedBeforeAll(() => openPictureStore(product))
startedBeforeAll(() =>
  openBusSpy(product, (message) => {
    if (message.subject.startsWith('recognition.read.')) published.push(message.json<Read>())
  }),
)
beforeAll(async () => {
  const { http, email, password, stores } = product.ready
  device = await createDevice(product.ready, stores[0]?.id as string)
  token = (await signIn(http, email, password)).accessToken
  live = await openLive(http, token)
})
afterAll(() => {
  live[Symbol.dispose]()
})

const recognizedAt = new Date()
const event = (plate: string, more: object = {}) =>
  JSON.stringify({
    hook: { target: 'gate', id: 'gate', event: 'recognition', filename: 'a.jpg' },
    data: {
      camera_id: 'gate',
      filename: 'a.jpg',
      timestamp: recognizedAt.toISOString().replace('Z', '000Z'),
      results: [{ plate, score: 0.95, dscore: 0.9, box: { xmin: 1, ymin: 2, xmax: 3, ymax: 4 }, candidates: [] }],
      ...more,
    },
  })
const alert = (plate: string) => `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<dateTime>${recognizedAt.toISOString()}</dateTime><eventType>ANPR</eventType><eventState>active</eventState>
<ANPR><licensePlate>${plate}</licensePlate><direction>forward</direction><confidenceLevel>96</confidenceLevel></ANPR>
<UUID>46dd0716-1dd2-11b2-821f-8ba17e${hash('sha256', plate).slice(0, 6)}</UUID></EventNotificationAlert>`

type Parts = Parameters<typeof formOf>
const post = (vendor: string, ...parts: Parts) => send(`adapters/${vendor}/${device.id}`, parts)
async function send(path: string, parts: Parts, headers: Record<string, string> = {}) {
  const authorization = `Basic ${Buffer.from(`${device.id}:${device.secret}`).toString('base64')}`
  const response = await fetch(`${product.ready.http}/api/recognition/${path}`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body: formOf(...parts),
  })
  return { status: response.status, body: await response.json() }
}
const taken = { status: 200, body: { success: true, result: null } }

type Read = { readId: string; carNumber: string; imageId?: string; direction?: string }
/** Each published read, in order. READS itself keeps none that is processed. */
const published: Read[] = []
const readsOf = (carNumber: string) => published.filter((read) => read.carNumber === carNumber)
async function imageOf({ imageId }: Read) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${product.ready.http}/api/images/${imageId}`, { headers })
  return describe(Buffer.from(await response.arrayBuffer()))
}
const shown = (carNumber: string) => live.events.filter((each) => each.carNumber === carNumber).at(-1)
const settle = (carNumber: string, reads: number) => expect.poll(() => shown(carNumber)?.reads).toBe(reads)

test('a plate of Plate Recognizer is shown with its picture, and a repetition has no effect', async () => {
  const file = await picture('jpeg', 800, 600)
  const parts: Parts = [
    ['json', event('41가3456')],
    ['upload', file, 'a.jpg'],
  ]
  for (const order of [parts, parts, parts.toReversed()]) expect(await post('plateRecognizer', ...order)).toEqual(taken)
  const reads = readsOf('41가3456')
  expect(new Set(reads.map((read) => JSON.stringify(read))).size).toBe(1)
  expect(await imageOf(reads[0] as Read)).toMatchObject({ format: 'jpeg', width: 800 })
  await settle('41가3456', 1)
  expect((await bucket.names()).filter((name) => name.startsWith('uploads/'))).toEqual([])
})

test('the event may be a part with its own content type, without a picture', async () => {
  expect(await post('plateRecognizer', ['json', event('41나3456'), 'blob', 'application/json'])).toEqual(taken)
  expect(await post('plateRecognizer', ['json', event('x', { results: [] })])).toEqual(taken)
  await settle('41나3456', 1)
  const reads = readsOf('41나3456')
  expect(new Set(reads.map(({ readId }) => readId)).size).toBe(1)
  expect(reads.filter(({ imageId }) => imageId !== undefined)).toEqual([])
})

test('an event without a picture may be a form, JSON or XML, each counted once', async () => {
  const alone = async (vendor: string, type = '', body?: string) => {
    const authorization = `Basic ${Buffer.from(`${device.id}:${device.secret}`).toString('base64')}`
    const url = `${product.ready.http}/api/recognition/adapters/${vendor}/${device.id}`
    const headers = { authorization, ...(body !== undefined && { 'content-type': type }) }
    const response = await fetch(url, { method: 'POST', headers, ...(body !== undefined && { body }) })
    return { status: response.status, body: await response.json() }
  }
  const refused = (path: string) => ({
    status: 400,
    body: { error: { code: 'VALIDATION_FAILED', details: [{ path }] } },
  })
  const json = event('41마3456')
  const form = new URLSearchParams({ json }).toString()
  for (const [type, body] of [
    ['application/json', json],
    ['application/x-www-form-urlencoded', form],
  ] as const)
    expect(await alone('plateRecognizer', type, body)).toEqual(taken)
  for (const type of ['application/xml; charset="UTF-8"', 'text/xml'])
    expect(await alone('hikvision', type, alert('42다3456'))).toEqual(taken)
  expect(await alone('hikvision', 'application/xml', alert('').replace('ANPR<', 'videoloss<'))).toEqual(taken)
  await settle('41마3456', 1)
  await settle('42다3456', 1)
  expect(await alone('plateRecognizer', 'application/x-www-form-urlencoded', 'upload=1')).toMatchObject(refused('json'))
  expect(await alone('plateRecognizer', 'application/json', 'x')).toMatchObject(refused('json'))
  expect(await alone('hikvision', 'text/xml', '')).toMatchObject(refused('anpr'))
  expect(await alone('hikvision')).toMatchObject(refused('anpr'))
  expect(await alone('hikvision', 'text/xml', 'x'.repeat(300_000))).toMatchObject({ status: 413 })
  expect(await alone('hikvision', 'text/plain', alert('42라3456'))).toMatchObject({ status: 415 })
})

test('a picture that cannot be accepted does not lose the read', async () => {
  const before = await bucket.messages()
  const large = Buffer.concat([await picture('jpeg', 8, 8), Buffer.alloc(11 * 2 ** 20)])
  for (const file of [Buffer.from('no picture'), Buffer.alloc(0), large])
    expect(await post('plateRecognizer', ['upload', file, 'a.jpg'], ['json', event('41다3456')])).toEqual(taken)
  await settle('41다3456', 1)
  expect(await bucket.messages()).toBe(before)
})

test('an invalid Idempotency-Key of a webhook is ignored: read and picture are stored', async () => {
  const parts: Parts = [
    ['json', event('41라3456')],
    ['upload', await picture('jpeg', 810, 600), 'a.jpg'],
  ]
  const odd = { 'idempotency-key': 'a b' }
  const path = `adapters/plateRecognizer/${device.id}`
  for (const headers of [odd, {}, odd]) expect(await send(path, parts, headers)).toEqual(taken)
  const reads = readsOf('41라3456')
  expect(new Set(reads.map(({ readId, imageId }) => `${readId} ${imageId}`)).size).toBe(1)
  expect(await imageOf(reads[0] as Read)).toMatchObject({ width: 810 })
  await settle('41라3456', 1)
  expect((await bucket.names()).filter((name) => name.startsWith('uploads/'))).toEqual([])
})

test('a Hikvision camera’s plate gets the larger of its pictures', async () => {
  const [plate, scene] = [await picture('jpeg', 90, 30), await picture('jpeg', 1_000, 700)]
  const pictures: Parts = [
    ['licensePlatePicture.jpg', plate, 'licensePlatePicture.jpg'],
    ['detectionPicture.jpg', scene, 'detectionPicture.jpg'],
  ]
  expect(await post('hikvision', ['anpr.xml', alert('42가3456'), 'anpr.xml', 'application/xml'], ...pictures)).toEqual(
    taken,
  )
  expect(await post('hikvision', ...pictures.toReversed(), ['anpr.xml', alert('42가3456')])).toEqual(taken)
  const reads = readsOf('42가3456')
  const [read] = reads
  expect(read).toMatchObject({ direction: 'in' })
  expect(new Set(reads.map(({ readId }) => readId)).size).toBe(1)
  expect(await imageOf(read as Read)).toMatchObject({ width: 1_000 })
  await settle('42가3456', 1)
  expect((await bucket.names()).filter((name) => name.startsWith('uploads/'))).toEqual([])
})

test('an invalid event is refused with its path, and leaves nothing', async () => {
  const before = await bucket.messages()
  const file = await picture('jpeg', 64, 48)
  const refused = (path: string) => ({
    status: 400,
    body: { error: { code: 'VALIDATION_FAILED', details: [{ path }] } },
  })
  expect(await post('plateRecognizer', ['upload', file, 'a.jpg'])).toMatchObject(refused('json'))
  expect(await post('hikvision', ['picture', file, 'a.jpg'])).toMatchObject(refused('anpr'))
  expect(await bucket.messages()).toBe(before)
  expect(await post('plateRecognizer', ['json', 'x'])).toMatchObject(refused('json'))
  expect(await post('plateRecognizer', ['json', '{', 'a.json', 'application/json'])).toMatchObject(refused('json'))
  expect(await post('hikvision', ['anpr.xml', alert('4'.repeat(33))])).toMatchObject(refused('ANPR.licensePlate'))
  expect(await post('hikvision', ['anpr.xml', `<!DOCTYPE a>${alert('42나3456')}`])).toMatchObject(refused('anpr'))
  expect(await post('hikvision', ['anpr.xml', 'x'.repeat(300_000)])).toMatchObject({ status: 413 })
})

test('the read arrives while pictures cannot be stored', async () => {
  await product.kill('catalog', 'SIGSTOP')
  const file = await picture('jpeg', 64, 48)
  expect(await post('plateRecognizer', ['json', event('43가3456')], ['upload', file, 'a.jpg'])).toEqual(taken)
  await product.kill('catalog', 'SIGCONT')
  await settle('43가3456', 1)
})
