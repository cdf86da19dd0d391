import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startProxy } from './proxy.ts'

/** A proxy to a server, and a connection through it. */
async function connectThrough(serve: (socket: Socket) => void) {
  const server = createServer((socket) => serve(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startProxy(`127.0.0.1:${(server.address() as AddressInfo).port}`)
  const socket = connect({ port: proxy.port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return {
    proxy,
    socket,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      server.close()
    },
  }
}

test('chunks that are sent one after the other are on their way together', async () => {
  await using through = await connectThrough((served) => void served.pipe(served))
  const { proxy, socket } = through
  proxy.delay = 200
  let got = 0
  socket.on('data', (chunk: Buffer) => (got += chunk.length))
  const durationOf = async (chunks: number) => {
    const began = performance.now()
    const until = got + chunks
    for (let at = 0; at < chunks; at++) {
      socket.write('a')
      await wait(2) // or they would be one chunk
    }
    await expect.poll(() => got, { interval: 1 }).toBe(until)
    return performance.now() - began
  }
  expect(await durationOf(1)).toBeGreaterThanOrEqual(395)
  expect(await durationOf(20)).toBeLessThan(20 * proxy.delay) // what they take at least if each waits for the one before
})

test('everything arrives, in order, while the delay changes, also what is on its way when the sender ends', async () => {
  const received = Promise.withResolvers<Buffer>()
  await using through = await connectThrough((served) => received.resolve(buffer(served)))
  const { proxy, socket } = through
  const sent: Buffer[] = []
  for (const [at, delay] of [0, 40, 0, 5, 20, 1, 0].entries()) {
    proxy.delay = delay
    const chunk = Buffer.alloc(300_000, String(at))
    sent.push(chunk)
    socket.write(chunk)
    await wait(3)
  }
  socket.end()
  expect((await received.promise).equals(Buffer.concat(sent))).toBe(true)
})
