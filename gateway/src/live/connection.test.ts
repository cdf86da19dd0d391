import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createChunks } from './chunks.ts'
import { createConnection } from './connection.ts'
import { frame } from './frame.ts'
import { createRing } from './ring.ts'

/** What a connection needs of a socket: states, sends and ends, noted. */
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
    this.ended.push(code)
  }
  terminate() {
    this.ended.push('terminated')
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function connect({ extensions = '', expiresIn = 900_000 } = {}) {
  const peer = Object.assign(new Peer(), { extensions })
  const written: string[] = []
  const taken: (() => void)[] = []
  const stream = new Writable({
    highWaterMark: 100,
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      taken.push(done)
    },
  })
  const ring = createRing({ events: 100, bytes: 1e9 }, 0)
  const session = { role: 'admin', id: 'a', sessionId: 's', expiresAt: Date.now() + expiresIn } as const
  const connection = createConnection(
    peer as unknown as WebSocket,
    stream,
    { session, storeId: undefined, masked: () => false, after: 0 },
    createChunks(ring),
    () => connection.pump(),
  )
  let sequence = 0
  const push = (text: string) => {
    sequence += 1
    const bytes = frame(text)
    ring.push({ sequence, visitId: String(sequence), revision: 1, storeId: 'a', frame: bytes, masked: () => bytes })
    connection.pump()
  }
  /** The reader takes what was written. */
  const read = () => {
    for (const done of taken.splice(0)) done()
  }
  return { peer, written, read, connection, push }
}

test('a reader who is behind is written nothing more until it has read', async () => {
  const { written, read, push, peer, connection } = connect()
  push('x'.repeat(200))
  push('later')
  expect(written).toHaveLength(1)
  peer.emit('message', 'ping', false)
  expect(peer.sent).toEqual([])
  read()
  await vi.waitFor(() => expect(written.at(-1)).toContain('later'))
  connection.probe()
  expect(peer.ended).toEqual([])
})

test('one who stays behind is closed as too slow, and cut when it does not answer', () => {
  const { push, peer, connection } = connect()
  push('x'.repeat(200))
  vi.advanceTimersByTime(9_000)
  connection.probe()
  peer.emit('pong')
  vi.advanceTimersByTime(2_000)
  connection.probe()
  expect(peer.ended).toEqual([4408])
  vi.advanceTimersByTime(3_000)
  expect(peer.ended).toEqual([4408, 'terminated'])
})

test('one who shows no sign of life between two probes is dead', () => {
  const { peer, connection } = connect()
  connection.probe()
  peer.emit('pong')
  connection.probe()
  peer.emit('message', 'x', false)
  connection.probe()
  expect([peer.pings, peer.ended]).toEqual([3, []])
  connection.probe()
  expect(peer.ended).toEqual(['terminated'])
})

test('a socket that compresses is sent through its own sender', () => {
  const { peer, push, written } = connect({ extensions: 'permessage-deflate' })
  push('hello')
  expect(peer.sent).toEqual(['hello'])
  expect(written).toEqual([])
})

test('a closed socket is written nothing, and its expiry is forgotten', () => {
  const { peer, push, written } = connect({ expiresIn: 1_000 })
  peer.readyState = 3
  peer.emit('close')
  push('hello')
  vi.advanceTimersByTime(5_000)
  expect([written, peer.ended]).toEqual([[], []])
})
