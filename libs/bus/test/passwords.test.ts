import { join } from 'node:path'
import { createLogger } from '@kingcar/runtime'
import { temporaryFolder, testCalloutSeed } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { type NatsPasswords, natsUsers, startNats } from '../../localstack/src/nats.ts'
import { openBus, type User } from '../src/index.ts'
import { failure, until, waiting } from './broker.ts'
import { context, handlers, operations } from './operations.ts'

const log = createLogger('test', 'silent')
const all = (password: string) => Object.fromEntries(natsUsers.map((user) => [user, password])) as NatsPasswords

test('processes with two passwords reconnect when nats-server restarts with the second', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder())
  const options = { storeDir: join(folder.path, 'nats'), calloutSeed: testCalloutSeed }
  const before = await startNats({ ...options, passwords: all('first') })
  const { port, mqttPort, monitorPort } = before
  const open = async (user: User, password: string) =>
    stack.use(await openBus({ url: `127.0.0.1:${port}`, user, password, name: user, log }))
  const orders = await open('orders', 'first,second')
  await orders.serve(operations, context(), handlers)
  const gateway = await open('gateway', 'first,second')
  const call = (bus = gateway) => failure(bus.call(operations.echo, { text: 'a' }, waiting()))
  expect((await call()).code).toBe('none')

  await before.stop()
  const after = await startNats({ ...options, passwords: all('second'), port, mqttPort, monitorPort })
  stack.defer(() => after.stop())
  await until(async () => (await call()).code === 'none')
  expect((await call(await open('gateway', 'second'))).code).toBe('none')
  await expect(open('gateway', 'first')).rejects.toThrow()
})

test('nats-server is started with the first of two passwords', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder())
  const server = await startNats({
    storeDir: join(folder.path, 'nats'),
    calloutSeed: testCalloutSeed,
    passwords: all('second,first'),
  })
  stack.defer(() => server.stop())
  const open = (password: string) =>
    openBus({ url: `127.0.0.1:${server.port}`, user: 'gateway', password, name: 'gateway', log })
  stack.use(await open('second'))
  await expect(open('first')).rejects.toThrow()
})
