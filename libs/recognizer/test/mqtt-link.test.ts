import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { MqttLink } from '../src/link/mqtt-link.ts'
import { newDevice } from './recognizer.ts'

const accepted = Buffer.from([0x20, 2, 0, 0])

/** The PUBACK for a PUBLISH of up to 16 KiB. */
function acknowledgementOf(publish: Buffer): Buffer {
  const topic = (publish[1] ?? 0) < 128 ? 2 : 3
  const id = topic + 2 + publish.readUInt16BE(topic)
  return Buffer.concat([Buffer.from([0x40, 2]), publish.subarray(id, id + 2)])
}

/** A server of an earlier version, without replies to reads, that acknowledges a read and dies before it is on the disk. */
function answer(socket: Socket): void {
  socket.on('error', () => undefined) // the client may close first
  socket.on('data', (data) => {
    if (data[0] === 0x10) socket.write(accepted)
    if (data[0] === 0x82) socket.write(Buffer.from([0x90, 3, data[2] ?? 0, data[3] ?? 0, 0x80]))
    if (data[0] === 0x32) socket.end(acknowledgementOf(data))
  })
}

/** A link to a server of this kind. */
async function connect(stack: AsyncDisposableStack, answer: (socket: Socket) => void) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(async () => {
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const online = Promise.withResolvers<void>()
  const link = new MqttLink({
    credentials: newDevice(),
    server: `mqtt://127.0.0.1:${port}`,
    onState: (state) => state === 'online' && online.resolve(),
  })
  stack.defer(() => link.close())
  await online.promise
  return link
}

test('a read with a PUBACK just before the connection was lost does not count as stored', async () => {
  await using stack = new AsyncDisposableStack()
  const link = await connect(stack, answer)
  await expect(link.sendRead(crypto.randomUUID(), '{}')).rejects.toThrow('The connection was lost.')
})

test('a missing reply sends reads with QoS 1 for a minute only', async () => {
  await using stack = new AsyncDisposableStack()
  const kinds: string[] = []
  const link = await connect(stack, (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      if (data[0] === 0x10) socket.write(accepted)
      if (data[0] === 0x82) socket.write(Buffer.from([0x90, 3, data[2] ?? 0, data[3] ?? 0, 0]))
      if (data[0] === 0x32) socket.write(acknowledgementOf(data))
      const topic = /recognition\/(read|ingest)\/[^/{]*\/[^{]*/.exec(data.toString('latin1'))
      if (!topic) return
      kinds.push(topic[1] ?? '')
      if (kinds.length < 3) return
      const stored = Buffer.from(topic[0].replace('ingest', 'stored'))
      const reply = Buffer.from('{"stream":"READS","seq":1}')
      const head = [0x30, 0x80 + ((2 + stored.length + reply.length) % 128), (2 + stored.length + reply.length) >> 7]
      socket.write(Buffer.concat([Buffer.from([...head, 0, stored.length]), stored, reply]))
    })
  })
  await expect(link.sendRead(crypto.randomUUID(), '{}')).rejects.toThrow('No reply.')
  await link.sendRead(crypto.randomUUID(), '{}')
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 61_000)
  stack.defer(() => void vi.restoreAllMocks())
  await link.sendRead(crypto.randomUUID(), '{}')
  expect(kinds).toEqual(['ingest', 'read', 'ingest'])
}, 20_000)
