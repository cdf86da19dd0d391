import { connect } from 'node:net'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { basic, type EdgeDevice, eventually, failureOf, startEdge, store } from './edge.ts'

let device: EdgeDevice
const edge = startedBeforeAll(startEdge)
beforeAll(async () => {
  device = await edge.device()
})
let before = 0
beforeEach(async () => {
  before = (await edge.reads()).length
})

const path = (id: string) => `/api/recognition/adapters/frigate/${id}`
const lpr = { type: 'lpr', plate: '12가3456', score: 0.97, timestamp: 1_767_322_800 }
/** The reads that a test has caused. */
const reads = async () => (await edge.reads()).slice(before)
const send = (authorization?: string, id = device.id) =>
  edge.send('POST', path(id), lpr, authorization === undefined ? {} : { authorization })

test('a device with the right secret is accepted, and its reads have its subject', async () => {
  for (const authorization of [
    device.headers.authorization,
    basic(device.id.toUpperCase(), device.secret),
    device.headers.authorization.replace('Basic', 'basic '),
  ])
    expect((await send(authorization)).status).toBe(200)
  expect((await send(device.headers.authorization, device.id.toUpperCase())).status).toBe(200)
  const subject = `recognition.read.${store.id}.${device.id}`
  expect(await reads()).not.toEqual([])
  expect(new Set((await reads()).map((each) => each.subject))).toEqual(new Set([subject]))
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
  expect(await reads()).toEqual([])
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
  expect(await reads()).toEqual([])
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
  expect(await reads()).toEqual([])
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
