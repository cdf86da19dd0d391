import { setTimeout as wait } from 'node:timers/promises'
import { startProxy } from '@kingcar/testing/proxy'
import { connect, DeliverPolicy, type JetStreamManager, StorageType } from 'nats'
import { expect, test } from 'vitest'
import { durables, provisionStreams, streams } from '../src/index.ts'
import { openManager, removeStream, streamNames } from '../src/provision/manager.ts'
import { differences } from '../src/provision/provision.ts'
import { startBroker } from './broker.ts'

/** Milliseconds. */
const answerWithin = 200

/** A way on which each question is asked twice before any is heard. */
async function openSlowly(broker: Awaited<ReturnType<typeof startBroker>>) {
  await using stack = new AsyncDisposableStack()
  const way = stack.use(await startProxy(broker.nats.url))
  const { user, password: pass } = broker.nats.user('setup')
  const connection = await connect({ servers: way.url, user, pass, inboxPrefix: `_INBOX_${user}` })
  stack.defer(() => connection.close())
  const opened = stack.move()
  return {
    async ask<T>(question: (manager: JetStreamManager) => Promise<T>): Promise<T> {
      way.stall()
      const answer = openManager(connection, answerWithin).then(question)
      await wait(2 * answerWithin)
      way.flow()
      return await answer
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

test('streams and consumers are as they are defined, however often they are made', async () => {
  await using broker = await startBroker()
  const manager = await (await broker.setup()).jetstreamManager()
  const event = { id: 'one', subject: 'evt.member.adminChanged', payload: {} }
  await (await broker.open('member')).publish([event])
  await manager.streams.update('EVENTS', { max_age: 0, subjects: ['evt.member.>'] })
  await manager.consumers.update('READS', 'recognition-reads', { max_ack_pending: 1 })
  await broker.provision()
  const { config, state } = await manager.streams.info('EVENTS')
  expect({ subjects: config.subjects, days: config.max_age / 86_400e9 }).toEqual({ subjects: ['evt.>'], days: 7 })
  expect(state.messages).toBe(1)
  for (const [name, { stream, maxAckPending, subjects }] of Object.entries(durables)) {
    const { config } = await manager.consumers.info(stream, name)
    expect(config).toMatchObject({ max_ack_pending: maxAckPending, max_deliver: -1 })
    expect([config.filter_subjects ?? config.filter_subject].flat()).toEqual(subjects)
  }
  for (const name of Object.keys(streams)) {
    const { config } = await manager.streams.info(name)
    expect(config).toMatchObject({ storage: StorageType.File })
    expect(Reflect.get(config, 'allow_atomic') ?? false).toBe(name !== 'READS') // strangers publish there
  }
})

test('a consumer that begins in the midst of its stream does so still', async () => {
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

test('a stream that cannot be brought to its definition is named, and keeps what it holds', async () => {
  await using broker = await startBroker(false)
  const setup = await broker.setup()
  const manager = await setup.jetstreamManager()
  await manager.streams.add({ name: 'VISITS', subjects: ['visits.recorded'], storage: StorageType.Memory })
  await setup.jetstream().publish('visits.recorded', '{}')
  await expect(broker.provision()).rejects.toThrow(/stream VISITS/)
  expect((await manager.streams.info('VISITS')).state.messages).toBe(1)
})

test('what a cluster leaves unanswered is asked for again, from the first question on', async () => {
  await using broker = await startBroker()
  await using cluster = await openSlowly(broker)
  expect(new Set(await cluster.ask(streamNames))).toEqual(new Set(Object.keys(streams)))
})

test('a stream whose removal a cluster leaves unanswered is removed', async () => {
  await using broker = await startBroker()
  await using cluster = await openSlowly(broker)
  await cluster.ask((manager) => removeStream(manager, 'VISITS'))
  expect(await cluster.ask(streamNames)).not.toContain('VISITS')
})

test('what an old server does not know and leaves out is seen', () => {
  const wanted = { name: 'EVENTS', subjects: ['evt.>'], allow_atomic: true }
  expect(differences(wanted, { ...wanted, max_msgs: -1 })).toEqual([])
  expect(differences(wanted, { name: 'EVENTS', subjects: ['evt.a'] })).toEqual(['subjects', 'allow_atomic'])
})

test('a stream holds as much as it is told to, and refuses more', async () => {
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

test('a service that waits for events which its consumer does not bring does not start', async () => {
  await using broker = await startBroker()
  const catalog = await broker.open('catalog')
  const start = catalog.consumeEvents('catalog-events', ['member.adminChanged', 'catalog.storeChanged'], async () => {})
  await expect(start).rejects.toThrow(/catalog-events does not deliver catalog.storeChanged/)
})
