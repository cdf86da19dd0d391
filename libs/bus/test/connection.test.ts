import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { failure, startBroker, until, waiting } from './broker.ts'
import { context, handlers, operations } from './operations.ts'

test('a wrong password is rejected, and appears in no message', async () => {
  await using broker = await startBroker(false)
  const refused = broker.open('gateway', { password: 'canary' })
  await expect(refused).rejects.toThrow()
  expect(String(await refused.catch((cause) => JSON.stringify(cause) + String(cause)))).not.toContain('canary')
  expect(JSON.stringify(broker.lines)).not.toContain('canary')
})

test('disposal closes the connection without a call to onClosed, and calls fail afterwards', async () => {
  await using broker = await startBroker(false)
  let closed = 0
  const gateway = await broker.open('gateway', {
    onClosed: () => {
      closed += 1
    },
  })
  await gateway[Symbol.asyncDispose]()
  expect(gateway.connected).toBe(false)
  expect(await gateway.check()).toBe(false)
  expect(await failure(gateway.call(operations.echo, { text: 'a' }, waiting()))).toMatchObject({ code: 'UNAVAILABLE' })
  expect(closed).toBe(0)
  const setup = await broker.setup()
  await setup.flush()
  const response = await fetch(`http://127.0.0.1:${broker.nats.monitorPort}/connz`)
  const { connections } = (await response.json()) as { connections: { name?: string }[] }
  expect(connections.map(({ name }) => name)).not.toContain('gateway')
})

test('durations are counted by operation and outcome', async () => {
  await using broker = await startBroker(false)
  const metrics = new Registry()
  const orders = await broker.open('orders', { metrics })
  await orders.serve(operations, context(), handlers)
  const gateway = await broker.open('gateway')
  await gateway.call(operations.echo, { text: 'a' }, waiting())
  await failure(gateway.call(operations.fail, {}, waiting()))
  const counted = () => metrics.metrics()
  await until(async () => (await counted()).includes('outcome="INTERNAL"'))
  expect(await counted()).toContain('kingcar_operation_duration_seconds_count{operation="echo",outcome="OK"} 1')
  expect(await counted()).toContain('kingcar_operation_duration_seconds_count{operation="fail",outcome="INTERNAL"} 1')
})

test('a process whose service subscription ends is unready and has to end', async () => {
  await using broker = await startBroker(false)
  let ended = 0
  // nats-server ends the subscriptions of a user without permission
  const gateway = await broker.open('gateway', {
    onClosed: () => {
      ended += 1
    },
  })
  await gateway.serve(operations, context(), handlers)
  await until(() => ended > 0)
  expect([ended, await gateway.check()]).toEqual([1, false])
})
