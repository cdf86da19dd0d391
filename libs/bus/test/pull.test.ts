import { nanos } from 'nats'
import { expect, test } from 'vitest'
import { type Delivery, readSubject } from '../src/index.ts'
import { acknowledgementWait } from '../src/topology/streams.ts'
import { type Broker, failure, startBroker, takeReads, until, waiting } from './broker.ts'
import { context, handlers, operations } from './operations.ts'
import { numberOf, numbers } from './stream-messages.ts'

/** In ms: between one and two intervals of the progress signs. */
const shorterWait = acknowledgementWait * 500

/** Stores numbered reads, from `first` on. */
async function store(broker: Broker, first: number, count: number): Promise<void> {
  const setup = await broker.setup()
  const js = setup.jetstream()
  for (const number of numbers(first, count)) {
    await js.publish(readSubject('store-1', 'device-1'), JSON.stringify({ number }))
  }
}

const acknowledge = (batch: readonly Delivery[]) => {
  for (const delivery of batch) delivery.ack()
}

test('a message in progress is not redelivered, however long it takes', async () => {
  await using broker = await startBroker()
  const slow = await broker.open('recognition')
  const other = await broker.open('recognition')
  const setup = await broker.setup()
  const { consumers } = await setup.jetstreamManager()
  await consumers.update('READS', 'recognition-reads', { ack_wait: nanos(shorterWait) })
  const proofs: string[] = []
  setup.subscribe('$JS.ACK.READS.recognition-reads.>', {
    callback(_error, message) {
      if (message.string() === '+WPI') proofs.push(message.subject)
    },
  })
  await store(broker, 0, 8)
  const release = Promise.withResolvers<void>()
  const seen: number[] = []
  const begun = Promise.withResolvers<void>()
  // four in progress, and four waiting in this process
  await takeReads(slow, 4, async (batch) => {
    seen.push(...batch.map(numberOf))
    begun.resolve()
    await release.promise
    acknowledge(batch)
  })
  await begun.promise
  await until(async () => (await reads(broker)).delivered === 8)
  await takeReads(other, 4, async (batch) => {
    seen.push(...batch.map(numberOf))
    acknowledge(batch)
  })
  // the second progress sign comes later than the acknowledgement wait, which the first has restarted
  await until(() => new Set(proofs).size === 8 && proofs.length >= 16, 'proofs of work').finally(release.resolve)
  await until(async () => (await reads(broker)).delivered === 0)
  expect(new Set(seen)).toEqual(new Set(numbers(0, 8)))
  expect(seen.length).toBe(8)
})

test('messages that a stopping process has fetched but not started go to another one immediately', async () => {
  await using broker = await startBroker()
  const leaving = await broker.open('recognition')
  await store(broker, 0, 8)
  const release = Promise.withResolvers<void>()
  const first: number[] = []
  await takeReads(leaving, 4, async (batch) => {
    first.push(...batch.map(numberOf))
    await release.promise
    acknowledge(batch)
  })
  await until(async () => (await reads(broker)).delivered === 8)
  const left = leaving[Symbol.asyncDispose]()
  const second: number[] = []
  const staying = await broker.open('recognition')
  const began = performance.now()
  await takeReads(staying, 8, async (batch) => {
    second.push(...batch.map(numberOf))
    acknowledge(batch)
  })
  await until(() => first.length + second.length === 8)
  expect(performance.now() - began).toBeLessThan((acknowledgementWait * 1_000) / 2)
  release.resolve()
  await left
  await until(async () => (await reads(broker)).delivered === 0)
  expect(new Set([...first, ...second])).toEqual(new Set(numbers(0, 8)))
})

test('a recreated consumer is used again', async () => {
  await using broker = await startBroker()
  const bus = await broker.open('recognition')
  const seen = new Set<number>()
  await takeReads(bus, 16, async (batch) => {
    for (const delivery of batch) seen.add(numberOf(delivery))
    acknowledge(batch)
  })
  await store(broker, 0, 1)
  await until(() => seen.size === 1)
  const manager = await (await broker.setup()).jetstreamManager()
  await manager.consumers.delete('READS', 'recognition-reads')
  await store(broker, 1, 1)
  await broker.provision()
  await until(() => seen.size === 2)
})

test('a process whose durable consumer stays deleted has to end', async () => {
  await using broker = await startBroker()
  let ended = 0
  const bus = await broker.open('recognition', {
    onClosed: () => {
      ended += 1
    },
  })
  await takeReads(bus, 16, async (batch) => acknowledge(batch))
  const manager = await (await broker.setup()).jetstreamManager()
  await manager.consumers.delete('READS', 'recognition-reads')
  await until(() => ended > 0)
  expect(ended).toBe(1)
})

test('after a reconnect the pull continues immediately, before a heartbeat could be missed', async () => {
  await using broker = await startBroker()
  const bus = await broker.open('recognition')
  const seen: number[] = []
  await takeReads(bus, 16, async (batch) => {
    seen.push(...batch.map(numberOf))
    acknowledge(batch)
  })
  await broker.nats.kill()
  await until(() => !bus.connected)
  await broker.nats.start()
  await until(() => bus.connected)
  const began = performance.now()
  await store(broker, 0, 1)
  await until(() => seen.length === 1)
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('a frozen server counts as unreachable; when it thaws, everything continues', async () => {
  await using broker = await startBroker()
  const orders = await broker.open('orders')
  const gateway = await broker.open('gateway')
  await orders.serve(operations, context(), handlers)
  const seen: number[] = []
  await gateway.follow('VISITS', 'now', ({ sequence }) => void seen.push(sequence))
  await broker.nats.freeze()
  // more than the socket buffers hold, so the client cannot write its last bytes
  const text = 'x'.repeat(500_000)
  const calls = numbers(0, 40).map(() => failure(gateway.call(operations.echo, { text }, waiting(60_000))))
  await until(() => !gateway.connected, 'the loss')
  expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(calls.map(() => 'UNAVAILABLE'))
  expect(await gateway.check()).toBe(false)
  await broker.nats.thaw()
  const echo = () => failure(gateway.call(operations.echo, { text: 'a' }, waiting(500)))
  await until(async () => (await echo()).code === 'none', 'calls')
  const recognition = await broker.open('recognition')
  await recognition.append([{ subject: 'visits.recorded', id: 'one', data: '{}' }])
  await until(() => seen.length === 1, 'the follower')
})

/** Numbers of unacknowledged and of undelivered reads. */
async function reads(broker: Broker): Promise<{ delivered: number; waiting: number }> {
  const setup = await broker.setup()
  const manager = await setup.jetstreamManager()
  const { num_ack_pending, num_pending } = await manager.consumers.info('READS', 'recognition-reads')
  await setup.close()
  return { delivered: num_ack_pending, waiting: num_pending }
}
