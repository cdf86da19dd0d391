import { connect } from 'node:net'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { basic, type EdgeDevice, eventually, failureOf, startEdge, store } from './edge.ts'

let device: EdgeDevice
const edge = startedBeforeAll(startEdge)
beforeAll(async () => {
  device = await edge.device()
})
beforeEach(() => {
  edge.calls.length = 0
})

const path = (id: string) => `/api/recognition/adapters/frigate/${id}`
const lpr = { type: 'lpr', plate: '12가3456' }
const send = (authorization?: string, id = device.id) =>
  edge.send('POST', path(id), lpr, authorization === undefined ? {} : { authorization })

test('a device with the right secret is accepted, and the service gets its id and store', async () => {
  for (const authorization of [
    device.headers.authorization,
    basic(device.id.toUpperCase(), device.secret),
    device.headers.authorization.replace('Basic', 'basic '),
  ])
    expect((await send(authorization)).status).toBe(200)
  expect((await send(device.headers.authorization, device.id.toUpperCase())).status).toBe(200)
  expect(edge.calls.map(({ caller }) => [caller.device, caller.actor])).toEqual(
    Array.from({ length: 4 }, () => [{ id: device.id, storeId: store.id }, null]),
  )
})

test('wrong credentials get 401 with the challenge that cameras expect', async () => {
  const { authorization } = device.headers
  const wrong = [
    undefined,
    '',
    'Basic',
    'Basic !',
    `Bearer ${edge.token()}`,
    basic(device.id, ''),
    basic(device.id, `${device.secret}x`),
    basic(crypto.randomUUID(), device.secret),
    basic('', device.secret),
    basic('>', device.secret),
    `Basic ${Buffer.from(device.id).toString('base64')}`,
    `${authorization} x`,
  ]
  for (const each of wrong) {
    const response = await send(each)
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="kingcar"')
    expect(await failureOf(response)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  }
  expect(edge.calls).toEqual([])
  expect(edge.output()).not.toContain(device.secret)
})

test('other operations ask for a bearer token', async () => {
  const response = await edge.get('/admin/api/stores', device.headers)
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

test('the path of another device is forbidden, and a malformed id is invalid input', async () => {
  const other = await edge.device()
  expect(await failureOf(await send(device.headers.authorization, other.id))).toMatchObject({ status: 403 })
  expect(await failureOf(await send(device.headers.authorization, 'x'))).toMatchObject({
    status: 400,
    details: [{ path: 'deviceId' }],
  })
  expect(edge.calls).toEqual([])
})

test('an old secret is rejected once there is a new one', async () => {
  const first = await edge.device()
  expect((await send(first.headers.authorization, first.id)).status).toBe(200)
  const second = await edge.device(first.id, 2)
  expect((await send(second.headers.authorization, first.id)).status).toBe(200)
  await eventually(async () => (await send(first.headers.authorization, first.id)).status).toBe(401)
})

test('a paused device gets 429', async () => {
  const pausedUntil = new Date(Date.now() + 60_000).toISOString()
  const paused = await edge.device(undefined, 1, { pausedUntil })
  await eventually(() => send(paused.headers.authorization, paused.id).then(failureOf)).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
  })
  const { headers } = await send(paused.headers.authorization, paused.id)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(30) // until the pause ends
  expect(edge.calls).toEqual([])
})

test('without credentials the response is sent before the body is read', async () => {
  const head = `POST ${path(device.id)} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n`
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(edge.url).port), '127.0.0.1', () => socket.write(head))
    socket.once('data', (part) => {
      resolve(String(part))
      socket.destroy()
    })
    socket.once('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1.1 401 /)
})

/** "12가3456" in an XML document with these encodings; Node cannot encode EUC-KR, in which 가 is B0 A1. */
const alert = (encoding: string) => [
  `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?><licensePlate>12`,
  '3456</licensePlate>',
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
])('an event is decoded by %s, as a body and as a part', async (_, type, body) => {
  const form = new FormData()
  form.set('anpr.xml', new Blob([body], { type }), 'anpr.xml')
  await sendAlert(body, type)
  await sendAlert(form)
  expect(platesReceived()).toEqual(['12가3456', '12가3456'])
})

test('the charset of its media type decides about a body', async () => {
  await sendAlert(joined('UTF-8', eucKr), 'application/xml; charset=euc-kr')
  expect(platesReceived()).toEqual(['12가3456'])
})

async function sendAlert(body: Buffer | FormData, type?: string): Promise<void> {
  const headers = { ...device.headers, ...(type !== undefined && { 'content-type': type }) }
  const url = `${edge.url}/api/recognition/adapters/hikvision/${device.id}`
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
}
const platesReceived = () =>
  edge.calls.map(({ caller }) => caller.event?.text.replace(/.*<licensePlate>(.*)<.*/s, '$1'))
