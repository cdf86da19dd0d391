import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { openLiveHub } from '../src/live/hub.ts'
import { createEndedSessions } from '../src/sessions.ts'
import { type Edge, eventually, startEdge } from './edge.ts'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge[Symbol.asyncDispose]())

type Message = { type?: string; sequence?: number; from?: number; to?: number }

test('a reader who sleeps keeps nobody waiting, loses the oldest and is told which', async () => {
  // A small ring and no end for the sleeper: how long this takes is up to the machine.
  await using hub = await openLiveHub({
    bus: edge.services,
    sessions: createEndedSessions(900),
    log: edge.log,
    limits: { events: 1_000, bytes: 1_000_000 },
    probeMilliseconds: 600_000,
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  server.on('connection', (socket, request) => {
    const session = { role: 'admin', id: 'a', sessionId: 's', expiresAt: Date.now() + 900_000 } as const
    hub.open(socket, request.socket, { session, storeId: undefined, masked: () => false, after: undefined })
  })
  const open = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const messages: Message[] = []
    socket.on('message', (data) => messages.push(JSON.parse(String(data)) as Message))
    await once(socket, 'open')
    return { socket, messages }
  }
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
  server.close()
})
