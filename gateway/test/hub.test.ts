import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { type LiveOptions, openLiveHub } from '../src/live/hub.ts'
import { createEndedSessions } from '../src/sessions.ts'
import { type Edge, eventually, startEdge } from './edge.ts'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge[Symbol.asyncDispose]())

type Message = { type?: string; sequence?: number; from?: number; to?: number }

/** A hub behind a server of its own, whose viewers name their session in the path. */
async function startHub(options: Pick<LiveOptions, 'limits' | 'probeMilliseconds' | 'mostSockets'>) {
  const hub = await openLiveHub({
    bus: edge.services,
    sessions: createEndedSessions(900),
    log: edge.log,
    ...options,
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  server.on('connection', (socket, request) => {
    const sessionId = String(request.url).slice(1)
    const session = { role: 'admin', id: 'a', sessionId, expiresAt: Date.now() + 900_000 } as const
    hub.open(socket, request.socket, { session, storeId: undefined, masked: () => false, after: undefined })
  })
  return {
    hub,
    async open(sessionId = 's') {
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/${sessionId}`)
      const messages: Message[] = []
      socket.on('message', (data) => messages.push(JSON.parse(String(data)) as Message))
      await once(socket, 'open')
      return { socket, messages }
    },
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]()
      server.close()
    },
  }
}

test('a reader who sleeps keeps nobody waiting, loses the oldest and is told which', async () => {
  // A small ring and no end for the sleeper: how long this takes is up to the machine.
  await using stand = await startHub({ limits: { events: 1_000, bytes: 1_000_000 }, probeMilliseconds: 600_000 })
  const { open } = stand
  const [awake, asleep] = await Promise.all([open(), open()])
  asleep.socket.pause()
  const storeName = '가'.repeat(100_000) // 300 kB each: together beyond what the kernel's buffers and the ring hold
  const total = 60
  for (let sent = 0; sent < total; sent += 2) {
    await Promise.all([edge.visit({ storeName }), edge.visit({ storeName })])
    await eventually(() => awake.messages.length).toBe(sent + 2)
  }
  asleep.socket.resume()
  const newest = awake.messages.at(-1)?.sequence
  await eventually(() => asleep.messages.at(-1)?.sequence).toBe(newest)
  const gaps = asleep.messages.filter(({ type }) => type === 'gap')
  expect(gaps.length).toBeGreaterThan(0)
  expect(awake.messages.every(({ type }) => type === undefined)).toBe(true)
  const missed = gaps.reduce((sum, { from = 0, to = 0 }) => sum + to - from + 1, 0)
  expect(asleep.messages.length - gaps.length + missed).toBe(total)
  for (const { socket } of [awake, asleep]) socket.terminate()
})

test('a hub that is full or closed says that it is away, and a session at its bound that it asks too much', async () => {
  await using stand = await startHub({ mostSockets: 6 })
  const { hub, open } = stand
  const refusal = (sessionId: string) => {
    try {
      return hub.admit(sessionId)
    } catch (err) {
      return err
    }
  }
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open('a')))
  await eventually(() => refusal('a')).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 15 })
  expect(refusal('b')).toBeUndefined()
  await open('b')
  await eventually(() => refusal('b')).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 15 })
  expect(refusal('a')).toMatchObject({ code: 'RATE_LIMITED' }) // room elsewhere would not help this one
  sockets[0]?.socket.terminate()
  await eventually(() => refusal('b')).toBeUndefined()
  const closed = hub[Symbol.asyncDispose]()
  expect(refusal('b')).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
  await closed
})
