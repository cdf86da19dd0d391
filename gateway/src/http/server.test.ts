import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leastBodyRate } from './body-rate.ts'
import { createClientErrorHandler, createHttpServer, type HttpServer } from './server.ts'

/** Milliseconds between two measurements of a body's rate. */
const interval = 100
/** Bytes that suffice between two measurements, also if the machine is slow. */
const enough = 10 * ((leastBodyRate * interval) / 1_000)

let server: HttpServer
let socket: Socket
let rejected: string[]
let received: number
/** Whether the server responds before it has the body. */
let isEarly: boolean

beforeEach(async () => {
  ;[rejected, received, isEarly] = [[], 0, false]
  server = createHttpServer(
    (request, response) => {
      if (isEarly) response.writeHead(401).end('out')
      request.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      request.on('error', () => {}) // the connection was ended
      request.on('end', () => isEarly || response.end('received'))
    },
    { upgradePath: '/live', tls: undefined, bodyRateInterval: interval },
  )
  server.on(
    'clientError',
    createClientErrorHandler({}, (code) => rejected.push(code)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
})
afterEach(() => {
  socket.destroy()
  server.closeAllConnections()
  server.close()
})

const post = (length: number) => socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`)
/** Sends pieces of a body until it is whole, or the server closes the connection. */
async function send(pieces: number, bytes: number): Promise<void> {
  for (let sent = 0; sent < pieces && socket.writable; sent++) {
    socket.write(Buffer.alloc(bytes))
    await wait(interval / 2)
  }
}

test('a body that takes long is received if it arrives fast enough', async () => {
  const pieces = 20
  post(pieces * enough)
  const answered = once(socket, 'data')
  await send(pieces, enough)
  expect(String(await answered)).toMatch(/^HTTP\/1.1 200 OK.*received$/s)
  expect(received).toBe(pieces * enough)
  expect(rejected).toEqual([])
})

test('a body that arrives too slowly gets 408 with a code, and the connection ends', async () => {
  post(1_000)
  const answer = socket.toArray()
  await send(1_000, 1)
  expect((await answer).join('')).toMatch(/^HTTP\/1.1 408 Request Timeout.*"code":"REQUEST_TIMEOUT"/s)
  expect(rejected).toEqual(['REQUEST_TIMEOUT'])
})

test('a slow body of a request that has its response gets no second one', async () => {
  isEarly = true
  post(1_000)
  const answer = socket.toArray()
  await send(1_000, 1)
  expect((await answer).join('').match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401'])
})

test('requests of one connection are watched one after the other', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const answered = once(socket, 'data')
    post(2)
    socket.write('{}')
    expect(String(await answered)).toMatch(/received$/)
  }
  await wait(2 * interval) // no measurement of a request that is complete may end its connection
  expect(socket.readyState).toBe('open')
  expect(rejected).toEqual([])
})
