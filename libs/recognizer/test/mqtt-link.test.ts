import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
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

test('a read with a PUBACK just before the connection was lost does not count as stored', async () => {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const online = Promise.withResolvers<void>()
  const link = new MqttLink({
    credentials: newDevice(),
    server: `mqtt://127.0.0.1:${port}`,
    onState: (state) => state === 'online' && online.resolve(),
  })
  await online.promise
  await expect(link.sendRead(crypto.randomUUID(), '{}')).rejects.toThrow('The connection was lost.')
  await link.close()
  server.close()
  await once(server, 'close')
})
