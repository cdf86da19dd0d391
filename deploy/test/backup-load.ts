import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Success, send, signIn, type Tokens } from '@kingcar/e2e/http'
import { joinMember } from '@kingcar/e2e/member'
import { connect } from 'nats'
import sharp from 'sharp'
import type { Ready } from '../local/product.ts'
import type { Device } from './start-command.ts'

export type LiveEvent = { visitId: string; sequence: number; carNumber: string }
type Gap = { type: 'gap'; from: number; to: number }

/** Responses to the clients under load, each with its time. */
export type Journal = {
  member: Tokens & { email: string; password: string }
  device: Device
  /** Reads that nats-server has acknowledged, by their plate. */
  reads: Map<string, { readId: string; at: number }>
  /** Orders that are paid. */
  orders: { id: string; at: number }[]
  /** Pictures, and the SHA-256 of what is served of them. */
  images: { id: string; sha256: string; at: number }[]
  /** What a wall screen saw. */
  events: LiveEvent[]
}

/** Milliseconds between two reads, and two pictures. */
const pause = 10
/** Milliseconds between two orders: the calls of a member may write 600 events an hour. */
const orderPause = 500
/** How often each has done its work before anything else happens. */
const enough = 8

/** Members who buy, cars that pass, administrators who send pictures, and a screen, until it is stopped. */
export async function startLoad(ready: Ready, device: Device) {
  const { http, email, password } = ready
  if (!email || !password) throw new Error('there is no demo')
  const { accessToken: admin } = await signIn(http, email, password)
  const member = await joinMember(http)
  const cardId = await makeCard(http, member.accessToken)
  const product = await make(http, '/admin/api/products', admin, { name: '손세차', type: 'onetime', price: 35_000 })
  const screen = await openScreen(http, admin)
  const journal: Journal = { member, device, reads: new Map(), orders: [], images: [], events: screen.events }
  const recognizer = await openRecognizer(ready, device)
  let stopped = false
  const warm: Promise<void>[] = []
  const until = async (work: (turn: number) => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    warm.push(promise)
    for (let turn = 0; !stopped; turn++) {
      await work(turn)
      if (turn === enough) resolve()
    }
  }
  const working = Promise.all([
    until(async (turn) => {
      const carNumber = `${100 + Math.floor(turn / 10_000)}가${String(turn % 10_000).padStart(4, '0')}`
      const readId = await recognizer.read(carNumber)
      journal.reads.set(carNumber, { readId, at: Date.now() })
      await wait(pause) // a device that sends a thousand at a time is blocked
    }),
    until(async () => {
      const order = await make(http, '/api/orders', member.accessToken, { productId: product })
      await ask(200, http, 'PATCH', `/api/order/${order}/payment`, member.accessToken, { cardId })
      journal.orders.push({ id: order, at: Date.now() })
      await wait(orderPause)
    }),
    until(async (turn) => {
      journal.images.push({ ...(await upload(http, admin, turn)), at: Date.now() })
      await wait(pause)
    }),
  ])
  await Promise.race([Promise.all(warm), working])
  return {
    journal,
    /** Fails as any of them has. */
    async stop() {
      stopped = true
      await working
      await recognizer.close()
      screen.close()
    },
  }
}

/** Repeats a request under one key until it gets a response. */
async function ask<T>(
  expected: number,
  ...[base, method, path, token, body]: [string, string, string, string, object]
) {
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    const reply = await send<Success<T>>(base, method, path, { token, body, headers })
    if (reply.status === expected) return reply.body.result
    if (reply.status !== 503) throw new Error(`${path} answered ${reply.status} ${reply.text}`)
    await wait(pause)
  }
}

const make = async (base: string, path: string, token: string, body: object): Promise<string> =>
  (await ask<{ id: string }>(201, base, 'POST', path, token, body)).id

const makeCard = (base: string, token: string) =>
  make(base, '/api/cards', token, {
    cardNumber: '4111-1111-1111-1111',
    expiry: '2049-12',
    birth: '900101',
    passwordTwoDigits: '12',
  })

async function upload(base: string, token: string, turn: number): Promise<{ id: string; sha256: string }> {
  const background = { r: turn % 256, g: Math.floor(turn / 256), b: 90 }
  const file = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('image', new Blob([Uint8Array.from(file)], { type: 'image/png' }), 'a.png')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${base}/api/images`, { method: 'POST', body, headers })
  if (response.status === 503) return upload(base, token, turn)
  if (response.status !== 201) throw new Error(`a picture answered ${response.status} ${await response.text()}`)
  const { result } = (await response.json()) as Success<{ id: string }>
  return { id: result.id, sha256: await pictureOf(base, token, result.id) }
}

/** The SHA-256 of a picture as it is served. */
export async function pictureOf(base: string, token: string, id: string): Promise<string> {
  const response = await fetch(`${base}/api/images/${id}`, { headers: { authorization: `Bearer ${token}` } })
  if (response.status === 503) return pictureOf(base, token, id)
  if (response.status !== 200) return `status ${response.status}`
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}

/** A recognizer, with the secret that it was given once. */
export async function openRecognizer({ nats }: Ready, { deviceId, storeId, secret }: Journal['device']) {
  const connection = await connect({ servers: nats, user: deviceId, pass: secret })
  return {
    /** Resolves when the read is stored; gives its id. */
    async read(carNumber: string): Promise<string> {
      const readId = randomUUID()
      const message = { readId, carNumber, confidence: 0.97, recognizedAt: new Date().toISOString() }
      const subject = `recognition.read.${storeId}.${deviceId}`
      const reply = await connection.request(subject, JSON.stringify(message), { timeout: 5_000 })
      if (!reply.json<{ seq?: number }>().seq) throw new Error(`a read answered ${reply.string()}`)
      return readId
    },
    close: () => connection.close(),
  }
}

/** A wall screen: what it is shown, from now on or behind a place. */
export async function openScreen(base: string, token: string, after?: number) {
  const events: LiveEvent[] = []
  const gaps: Gap[] = []
  const query = after === undefined ? '' : `?after=${after}`
  const url = `${base.replace(/^http/, 'ws')}/admin/api/live${query}`
  const socket = new WebSocket(url, ['kingcar.live.v1', `bearer.${token}`])
  socket.addEventListener('message', ({ data }) => {
    const said = JSON.parse(String(data)) as LiveEvent | Gap
    if ('visitId' in said) events.push(said)
    else if (said.type === 'gap') gaps.push(said)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return { events, gaps, close: () => socket.close() }
}
