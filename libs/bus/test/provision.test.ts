import { setTimeout as wait } from 'node:timers/promises'
import { startProxy } from '@kingcar/testing/proxy'
import { connect, DeliverPolicy, type JetStreamManager, StorageType } from 'nats'
import { expect, test } from 'vitest'
import { durables, type ProvisionOptions, provisionStreams, streams } from '../src/index.ts'
import { openManager, removeStream, streamNames } from '../src/provision/manager.ts'
import { differences } from '../src/provision/provision.ts'
import { consumerConfig } from '../src/provision/stream-config.ts'
import { startBroker } from './broker.ts'

/** In ms. */
const responseTimeout = 200

/** A connection on which each request is dropped until it has been sent twice. */
async function openSlowly(broker: Awaited<ReturnType<typeof startBroker>>) {
  await using stack = new AsyncDisposableStack()
  const proxy = stack.use(await startProxy(broker.nats.url))
  const { user, password: pass } = broker.nats.user('setup')
  const connection = await connect({ servers: proxy.url, user, pass, inboxPrefix: `_INBOX_${user}` })
  stack.defer(() => connection.close())
  const opened = stack.move()
  return {
    async request<T>(send: (manager: JetStreamManager) => Promise<T>): Promise<T> {
      proxy.stall()
      const response = openManager(connection, responseTimeout).then(send)
      await wait(2 * responseTimeout)
      proxy.flow()
      return await response
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test('streams and consumers match their definitions, however often they are provisioned', async () => {
  await using broker = await startBroker()
  const manager = await (await broker.setup()).jetstreamManager()
  const event = { id: 'one', subject: 'evt.member.adminChanged', payload: {} }
  await (await broker.open('member')).publish([event])
  await manager.streams.update('EVENTS', { max_age: 0, subjects: ['evt.member.>'] })
  await manager.consumers.update('READS', 'recognition-reads', { max_ack_pending: 1 })
  const fewer = durables['recognition-events'].subjects.filter((subject) => !subject.includes('.orders.'))
  await manager.consumers.update('EVENTS', 'recognition-events', { filter_subjects: fewer })
  const reversed = durables['orders-events'].subjects.toReversed()
  await manager.consumers.delete('EVENTS', 'orders-events')
  await manager.consumers.add('EVENTS', {
    ...consumerConfig('orders-events', durables['orders-events']),
    filter_subjects: reversed,
  })
  await broker.provision()
  const { config, state } = await manager.streams.info('EVENTS')
  expect({ subjects: config.subjects, days: config.max_age / 86_400e9 }).toEqual({ subjects: ['evt.>'], days: 7 })
  expect(state.messages).toBe(1)
  for (const [name, { stream, maxAckPending, subjects }] of Object.entries(durables)) {
    const { config } = await manager.consumers.info(stream, name)
    expect(config).toMatchObject({ max_ack_pending: maxAckPending, max_deliver: -1 })
    expect([config.filter_subjects ?? config.filter_subject].flat().toSorted()).toEqual(subjects.toSorted())
  }
  for (const name of Object.keys(streams)) {
    const { config } = await manager.streams.info(name)
    expect(config).toMatchObject({ storage: StorageType.File })
    expect(Reflect.get(config, 'allow_atomic') ?? false).toBe(name !== 'READS') // untrusted devices publish there
  }
})

test('a consumer that starts in the middle of its stream keeps its start', async () => {
  await using broker = await startBroker()
  const manager = await (await broker.setup()).jetstreamManager()
  const { config } = await manager.consumers.info('VISITS', 'orders-visits')
  await manager.consumers.delete('VISITS', 'orders-visits')
  const begins = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: 3 }
  await manager.consumers.add('VISITS', { ...config, ...begins, max_ack_pending: 1 })
  await broker.provision()
  const provisioned = await manager.consumers.info('VISITS', 'orders-visits')
  expect(provisioned.config).toMatchObject({ ...begins, max_ack_pending: durables['orders-visits'].maxAckPending })
})

test('a stream that cannot be updated to its definition is named, and keeps its messages', async () => {
  await using broker = await startBroker(false)
  const setup = await broker.setup()
  const manager = await setup.jetstreamManager()
  await manager.streams.add({ name: 'VISITS', subjects: ['visits.recorded'], storage: StorageType.Memory })
  await setup.jetstream().publish('visits.recorded', '{}')
  await expect(broker.provision()).rejects.toThrow(/stream VISITS/)
  expect((await manager.streams.info('VISITS')).state.messages).toBe(1)
})

test('requests that a cluster leaves unanswered are retried, from the first on', async () => {
  await using broker = await startBroker()
  await using cluster = await openSlowly(broker)
  expect(new Set(await cluster.request(streamNames))).toEqual(new Set(Object.keys(streams)))
})

test('a stream is removed although a cluster leaves the first request unanswered', async () => {
  await using broker = await startBroker()
  await using cluster = await openSlowly(broker)
  await cluster.request((manager) => removeStream(manager, 'VISITS'))
  expect(await cluster.request(streamNames)).not.toContain('VISITS')
})

test('settings that an old server ignores are detected', () => {
  const wanted = { name: 'EVENTS', subjects: ['evt.>'], allow_atomic: true }
  expect(differences(wanted, { ...wanted, max_msgs: -1 })).toEqual([])
  expect(differences(wanted, { name: 'EVENTS', subjects: ['evt.a'] })).toEqual(['subjects', 'allow_atomic'])
})

test('a stream stores up to its limit, and rejects more', async () => {
  await using broker = await startBroker(false)
  await provisionStreams({ url: broker.nats.url, ...broker.nats.user('setup'), maxBytes: { EVENTS: 2_000 } })
  const member = await broker.open('member')
  const events = Array.from({ length: 40 }, (_, at) => ({
    id: `event-${at}`,
    subject: 'evt.member.adminChanged',
    payload: { name: 'x'.repeat(50) },
  }))
  await expect(member.publish(events)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const { first, last } = await (await broker.open('gateway')).range('EVENTS')
  expect(first).toBeLessThanOrEqual(1)
  expect(last).toBeLessThan(40)
})

test('sizes and ages of streams can be changed, but not below what a stream must keep', async () => {
  await using broker = await startBroker()
  const manager = await (await broker.setup()).jetstreamManager()
  const set = (limits: Pick<ProvisionOptions, 'maxBytes' | 'maxAge'>) =>
    provisionStreams({ url: broker.nats.url, ...broker.nats.user('setup'), ...limits })
  const limitsOf = async (stream: string) => {
    const { max_bytes: bytes, max_age: age } = (await manager.streams.info(stream)).config
    return { bytes, seconds: age / 1e9 }
  }
  await set({ maxBytes: { EVENTS: 9 * 2 ** 20, OBJ_images: 5 * 2 ** 20 }, maxAge: { EVENTS: 86_400 } })
  expect(await limitsOf('EVENTS')).toEqual({ bytes: 9 * 2 ** 20, seconds: 86_400 })
  expect(await limitsOf('OBJ_images')).toEqual({ bytes: 5 * 2 ** 20, seconds: 0 })
  const event = { id: 'one', subject: 'evt.member.adminChanged', payload: { name: 'x'.repeat(1_000) } }
  await (await broker.open('member')).publish([event])
  const before = await limitsOf('READS')
  await expect(set({ maxBytes: { EVENTS: 500, READS: 2 ** 20 } })).rejects.toThrow(
    'The stream EVENTS holds 1 MiB, which a smaller stream would lose. Set STREAM_EVENTS_MIB to more.',
  )
  expect(await limitsOf('READS')).toEqual(before)
  await set({})
  expect(await limitsOf('EVENTS')).toEqual({ bytes: 2 ** 30, seconds: 7 * 86_400 })
})

test('one stream can grow by the space that another one frees', async () => {
  await using broker = await startBroker()
  const set = (maxBytes: NonNullable<ProvisionOptions['maxBytes']>) =>
    provisionStreams({ url: broker.nats.url, ...broker.nats.user('setup'), maxBytes })
  const GiB = 2 ** 30
  await expect(set({ READS: 6 * GiB })).rejects.toThrow('no room')
  await set({ READS: 6 * GiB, OBJ_images: GiB / 4 })
  await set({ OBJ_images: 4 * GiB, READS: 2 * GiB })
})

test('a size for which the server has no space fails with an explanation', async () => {
  await using broker = await startBroker()
  const tooLarge = { maxBytes: { OBJ_images: 20 * 2 ** 30 } }
  await expect(provisionStreams({ url: broker.nats.url, ...broker.nats.user('setup'), ...tooLarge })).rejects.toThrow(
    'no room for the stream OBJ_images of 20480 MiB. Set STREAM_IMAGES_MIB to less, or NATS_FILE_STORE',
  )
})

test('a service does not start if its consumer does not deliver one of its events', async () => {
  await using broker = await startBroker()
  const catalog = await broker.open('catalog')
  const start = catalog.consumeEvents('catalog-events', ['member.adminChanged', 'catalog.storeChanged'], async () => {})
  await expect(start).rejects.toThrow(/catalog-events does not deliver the events catalog.storeChanged/)
})
