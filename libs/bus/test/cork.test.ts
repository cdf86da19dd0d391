import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { socketOf } from '../src/connection/connection.ts'
import { corkWrites } from '../src/connection/cork.ts'
import { startBroker } from './broker.ts'

test('the messages of one tick are one write, also after a reconnect', async () => {
  await using broker = await startBroker(false)
  const connection = await broker.setup()
  const sendAndLook = async () => {
    expect(corkWrites(connection)).toBe(true)
    expect(corkWrites(connection)).toBe(true) // a second call changes nothing
    const socket = socketOf(connection)
    const written = socket?.bytesWritten
    connection.publish('one')
    await Promise.resolve() // the client flushes in a microtask
    connection.publish('two')
    await Promise.resolve()
    expect(socket?.writableCorked).toBe(1)
    await setImmediate()
    await setImmediate()
    expect(socket?.writableCorked).toBe(0)
    expect(socket?.bytesWritten).toBeGreaterThan(written ?? 0)
    await connection.flush()
  }
  await sendAndLook()
  const before = socketOf(connection)
  await connection.reconnect()
  for await (const { type } of connection.status()) if (type === 'reconnect') break
  expect(socketOf(connection)).not.toBe(before)
  await sendAndLook()
})

test.each([{}, { protocol: {} }, { protocol: { transport: { socket: { write: () => true } } } }])(
  'a client with other private fields is not corked: %j',
  (connection) => {
    expect(socketOf(connection)).toBeUndefined()
  },
)
