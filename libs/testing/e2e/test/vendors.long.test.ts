import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, signIn } from '../src/http.ts'
import { type LiveEvent, openLive } from '../src/live-socket.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { createDevice } from '../src/recognizer.ts'

let product: Product
let device: { id: string; secret: string }
let live: Disposable & { events: readonly LiveEvent[] }
beforeAll(async () => {
  product = await sharedProduct()
  const { http, email, password, stores } = product.ready
  device = await createDevice(product.ready, stores[0]?.id as string)
  live = await openLive(http, (await signIn(http, email, password)).accessToken)
})
afterAll(async () => {
  live[Symbol.dispose]()
})

const basic = (secret = device.secret) => ({
  authorization: `Basic ${Buffer.from(`${device.id}:${secret}`).toString('base64')}`,
})
const webhook = (vendor: string, body: unknown, headers: Record<string, string> = basic()) =>
  send(product.ready.http, 'POST', `/api/recognition/adapters/${vendor}/${device.id}`, { body, headers })
const shown = (carNumber: string) => live.events.filter((event) => event.carNumber === carNumber).at(-1)

test('webhooks of OpenALPR and Frigate are shown on the screen', async () => {
  const group = {
    data_type: 'alpr_group',
    version: 2,
    epoch_start: Date.now(),
    epoch_end: Date.now(),
    best_uuid: 'agent-camera-1',
    best_plate_number: '351더1928',
    best_confidence: 93.2,
    candidates: [{ plate: '351더1928', confidence: 93.2, matches_template: 1 }],
    vehicle: { color: [{ name: 'white', confidence: 90 }] },
  }
  const update = { type: 'lpr', id: '1.2-x', name: null, plate: '80배3456', score: 0.97, camera: 'gate' }
  for (const [vendor, body] of [
    ['openalpr', group],
    ['openalpr', { data_type: 'heartbeat', agent_uid: 'x', video_streams: [] }],
    ['frigate', { ...update, timestamp: Date.now() / 1_000, plate_box: [1, 2, 3, 4] }],
    ['frigate', { type: 'description', id: '1.2-x', description: 'a car' }],
  ] as const)
    expect(await webhook(vendor, body)).toMatchObject({ status: 200, body: { success: true, result: null } })
  await expect.poll(() => shown('351더1928')).toMatchObject({ reads: 1, visitCount: 1 })
  await expect.poll(() => shown('80배3456')).toMatchObject({ reads: 1, visitCount: 1 })
})

test('a camera without a secret, or with a wrong one, gets a challenge', async () => {
  for (const headers of [{}, basic('x')] as Record<string, string>[]) {
    const reply = await webhook('frigate', { type: 'lpr' }, headers)
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="kingcar"'])
  }
})

test('a group without a plate is refused with its path', async () => {
  expect(await webhook('openalpr', { data_type: 'alpr_group', best_confidence: 1 })).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION_FAILED', details: [{ path: 'best_plate_number' }] } },
  })
})
