import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { waitFor } from '@kingcar/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Connection } from './connection.ts'
import { encodeFrame } from './frame.ts'
import { createFrameBatches, createView } from './frame-batches.ts'
import { createRing } from './ring.ts'

/** A fake WebSocket that records what is sent and how it is closed. */
class Peer extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  extensions = ''
  ended: (number | 'terminated')[] = []
  sent: string[] = []
  pings = 0
  send(data: unknown) {
    this.sent.push(String(data))
  }
  ping() {
    this.pings += 1
  }
  close(code: number) {
    this.readyState = 2
    this.ended.push(code)
  }
  terminate() {
    this.ended.push('terminated')
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const view = createView(undefined, false)

function connect({ extensions = '', expiresIn = 900_000, highWaterMark = 100 } = {}) {
  const peer = Object.assign(new Peer(), { extensions })
  const written: string[] = []
  const taken: (() => void)[] = []
  const stream = Object.assign(
    new Writable({
      highWaterMark,
      write(batch, _encoding, done) {
        written.push(String(batch))
        taken.push(done)
      },
    }),
    { bytesRead: 0 },
  )
  const ring = createRing({ events: 1_000, bytes: 1e9 }, 0)
  const batches = createFrameBatches(ring)
  const session = { role: 'admin', id: 'a', sessionId: 's', expiresAt: Date.now() + expiresIn } as const
  const connection = new Connection(
    peer as unknown as WebSocket,
    stream as unknown as Socket,
    { session, rights: null, view: () => view, after: 0, resuming: false },
    {
      get first() {
        return ring.first
      },
      get last() {
        return ring.last
      },
      next: (after, view) => batches.next(after, view),
      wake: () => void setImmediate(() => connection.pump()),
    },
  )
  let sequence = 0
  const add = (text: string) => {
    sequence += 1
    const bytes = encodeFrame(text)
    ring.push({ sequence, visitId: String(sequence), revision: 1, storeId: 'a', frame: bytes, masked: () => bytes })
  }
  const push = (text: string) => {
    add(text)
    connection.pump()
  }
  /** The client reads everything that was written. */
  const read = () => {
    for (const done of taken.splice(0)) done()
  }
  const probe = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      vi.advanceTimersByTime(5_000)
      connection.probe()
    }
  }
  return { peer, stream, written, read, connection, add, push, probe }
}

test('nothing more is written to a slow client until it has read', async () => {
  const { written, read, push, peer, connection } = connect()
  push('x'.repeat(200))
  push('later')
  expect(written).toHaveLength(1)
  peer.emit('message', 'ping', false)
  expect(peer.sent).toEqual([])
  read()
  await waitFor(() => expect(written.at(-1)).toContain('later'))
  connection.probe()
  expect(peer.ended).toEqual([])
})

test('a client that stays behind is closed as too slow, and terminated without a closing handshake', () => {
  const { push, peer, probe } = connect()
  push('x'.repeat(200))
  probe(10)
  expect(peer.ended).toEqual([])
  probe(5)
  expect(peer.ended).toEqual([4408])
  vi.advanceTimersByTime(3_000)
  expect(peer.ended).toEqual([4408, 'terminated'])
})

test('one iteration of the event loop is one write, however much there is', async () => {
  const { add, connection, written, read } = connect({ highWaterMark: 1e9 })
  for (let count = 0; count < 10; count++) add('x'.repeat(30_000))
  connection.pump()
  read()
  expect(written).toHaveLength(1)
  await waitFor(() => {
    read()
    expect(written.join('').match(/x{30000}/g)).toHaveLength(10)
  })
  expect(written.length).toBeGreaterThan(1)
})

test('bytes in kernel buffers count as unread until a pong confirms them', () => {
  const { push, peer, written, read, probe } = connect({ highWaterMark: 1e9 })
  const pushMegabytes = (count: number) => {
    for (let pushed = 0; pushed < 20 * count; pushed++) {
      push('x'.repeat(50_000))
      read()
    }
  }
  const megabytes = () => written.reduce((sum, text) => sum + text.length, 0) / 1e6
  pushMegabytes(3)
  expect([Math.floor(megabytes()), peer.pings]).toEqual([1, 1])
  peer.emit('pong') // it has read the first half
  pushMegabytes(3)
  expect([megabytes() > 1.5, megabytes() < 1.8, peer.pings]).toEqual([true, true, 2])
  probe(15)
  expect(peer.ended).toEqual([4408])
})

test('a client that was pinged before a burst and read all of it continues', () => {
  const { push, peer, read, written, probe } = connect({ highWaterMark: 1e9 })
  probe(15)
  for (let pushed = 0; pushed < 40; pushed++) {
    push('x'.repeat(50_000))
    read()
  }
  const before = written.length
  peer.emit('pong')
  peer.emit('pong')
  push('later')
  expect([peer.pings, written.length > before]).toEqual([2, true])
})

test('a client that sends nothing for 30 seconds is terminated', () => {
  const { peer, probe } = connect()
  probe(10)
  expect(peer.pings).toBe(0)
  probe(5)
  expect(peer.pings).toBe(1)
  peer.emit('pong')
  probe(15)
  peer.emit('message', 'x', false)
  probe(30)
  expect([peer.pings, peer.ended]).toEqual([2, []])
  probe(5)
  expect(peer.ended).toEqual(['terminated'])
})

test.each([
  ['message', ['x', false]],
  ['ping', []],
  ['pong', []],
] as const)('too many %s frames within a minute are a flood', (kind, data) => {
  const { peer } = connect()
  const send = (count: number) => {
    for (let sent = 0; sent < count; sent++) peer.emit(kind, ...data)
  }
  send(100)
  vi.advanceTimersByTime(61_000)
  send(100)
  expect(peer.ended).toEqual([])
  send(100)
  expect(peer.ended).toEqual([1008])
})

test('too many bytes without a complete message are a flood', () => {
  const { peer, stream, probe } = connect()
  for (let minute = 0; minute < 5; minute++) {
    stream.bytesRead += 60_000
    peer.emit('message', 'x', false)
    probe(5)
  }
  expect(peer.ended).toEqual([])
  stream.bytesRead += 70_000
  probe(5)
  expect(peer.ended).toEqual([1008])
})

test('with compression, the sender of ws is used', () => {
  const { peer, push, written } = connect({ extensions: 'permessage-deflate' })
  push('hello')
  expect(peer.sent).toEqual(['hello'])
  expect(written).toEqual([])
})

test('nothing is written to a closed socket, and its expiry timer is cleared', () => {
  const { peer, push, written } = connect({ expiresIn: 1_000 })
  peer.readyState = 3
  peer.emit('close')
  push('hello')
  vi.advanceTimersByTime(5_000)
  expect([written, peer.ended]).toEqual([[], []])
})
