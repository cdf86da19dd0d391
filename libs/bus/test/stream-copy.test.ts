import { headers, type JetStreamManager } from 'nats'
import { expect, test } from 'vitest'
import { openStreamCopy, ReadsPurgedError, type StreamStates, sequenceAfterGap } from '../src/backup/stream-copy.ts'
import { openStreamRestore, streamsHoldData } from '../src/backup/stream-restore.ts'
import { type Durable, durables, type StreamName, streams } from '../src/index.ts'
import { type Broker, startBroker } from './broker.ts'

type Kept = { states: StreamStates; pieces: [StreamName, Buffer][] }
const at = ({ nats }: Broker) => ({ url: nats.url, ...nats.user('setup') })

/** Copies all streams; the options run work at the steps of the copy. */
async function copy(
  broker: Broker,
  within: Partial<Record<'begin' | 'snapshot' | 'end', () => Promise<unknown>>> = {},
) {
  const pieces: Kept['pieces'] = []
  await using copying = await openStreamCopy(at(broker), async (...piece) => void pieces.push(piece))
  await copying.catchUp()
  await within.begin?.()
  await copying.begin()
  await within.snapshot?.()
  await copying.end()
  await within.end?.()
  return { states: await copying.finish(), pieces }
}

async function restore(broker: Broker, { states, pieces }: Kept, age = 0) {
  await using restoring = await openStreamRestore(at(broker), states, age)
  for (const piece of pieces) await restoring.add(...piece)
  await restoring.finish()
}

async function contentOf(manager: JetStreamManager, name: StreamName) {
  const { state } = await manager.streams.info(name, { subjects_filter: '>' })
  const found: [sequence: number, data: string, id?: string][] = []
  for (let seq = state.first_seq; seq <= state.last_seq && found.length < state.messages; seq++) {
    const message = await manager.streams.getMessage(name, { seq }).catch(() => undefined)
    if (message) found.push([seq, message.string(), message.header.get('Nats-Msg-Id')])
  }
  return found
}

/** Publishes messages to a stream; their ids are also their data. */
async function fill(broker: Broker, subject: string, ...ids: string[]) {
  const connection = await broker.setup()
  for (const id of ids) {
    const own = headers()
    own.set('Nats-Msg-Id', id)
    await connection.jetstream().publish(subject, id, { headers: own })
  }
}

/** Acknowledges so many messages of a durable consumer. */
async function work(broker: Broker, durable: Durable, count: number) {
  const { stream } = durables[durable]
  const consumer = await (await broker.setup()).jetstream().consumers.get(stream, durable)
  for await (const message of await consumer.fetch({ max_messages: count, expires: 2_000 })) await message.ackAck()
}

/** The next message of a durable consumer. */
async function next(broker: Broker, durable: Durable) {
  const consumer = await (await broker.setup()).jetstream().consumers.get(durables[durable].stream, durable)
  const message = await consumer.next({ expires: 1_000 })
  return message?.string()
}

test('all streams are restored with the messages not done by durable consumers, and visits keep their sequences', async () => {
  await using broker = await startBroker()
  await fill(broker, 'evt.member.left', 'e1', 'e2', 'e3')
  await fill(broker, 'visits.recorded', 'v1', 'v2', 'v3')
  await fill(broker, 'settings.a', 'old', 'new')
  await fill(broker, 'recognition.read.s.d', 'r1', 'r2', 'r3', '')
  await work(broker, 'catalog-events', 1)
  await work(broker, 'orders-visits', 2)
  await work(broker, 'recognition-reads', 2)
  const kept = await copy(broker)
  expect(kept.states.EVENTS).toMatchObject({ last: 3, done: { 'catalog-events': 1, 'member-events': 0 } })

  await using other = await startBroker()
  expect(await streamsHoldData(at(other))).toBe(false)
  await restore(other, kept, 60)
  expect(await streamsHoldData(at(other))).toBe(true)
  await other.provision()
  const manager = await (await other.setup()).jetstreamManager()
  expect(await contentOf(manager, 'EVENTS')).toEqual(['e1', 'e2', 'e3'].map((id, n) => [n + 1, id, id]))
  expect((await contentOf(manager, 'SETTINGS')).map(([, data]) => data)).toEqual(['new'])
  expect((await contentOf(manager, 'READS')).map(([sequence, data]) => [sequence, data])).toEqual([
    [3, 'r3'],
    [4, ''],
  ])
  expect(await next(other, 'catalog-events')).toBe('e2')
  expect(await next(other, 'recognition-events')).toBe('e1')
  expect(await next(other, 'orders-visits')).toBe('v3')
  expect(await next(other, 'recognition-reads')).toBe('r3')

  const { state } = await manager.streams.info('VISITS')
  expect(state).toMatchObject({ first_seq: 1, messages: 4 })
  expect(state.last_seq).toBeGreaterThan(60 * 10_000)
  for (const [seq, id] of [
    [1, 'v1'],
    [3, 'v3'],
    [state.last_seq, 'v3'],
  ] as const)
    expect((await manager.streams.getMessage('VISITS', { seq })).string()).toBe(id)
  await fill(other, 'visits.recorded', 'v4')
  expect((await manager.streams.info('VISITS')).state.last_seq).toBe(state.last_seq + 1)
  for await (const name of manager.streams.names()) expect(Object.keys(streams)).toContain(name)

  const again = await copy(other) // with a gap in the middle, a restarted server, and no visit
  await using third = await startBroker(false)
  await restore(third, again)
  await third.nats.stop()
  await third.nats.start()
  const after = (await (await third.setup()).jetstreamManager()).streams
  const visits = await after.info('VISITS')
  expect(visits.state).toMatchObject({ first_seq: 1, messages: 6 })
  expect((await after.getMessage('VISITS', { seq: state.last_seq + 1 })).string()).toBe('v4')
  expect(visits.state.last_seq).toBeGreaterThan(state.last_seq + 1)
})

test('messages after the snapshot are not in the copy, and messages replaced since are', async () => {
  await using broker = await startBroker()
  await fill(broker, 'settings.a', 'old')
  await fill(broker, 'evt.member.left', 'e1')
  const kept = await copy(broker, {
    begin: () => fill(broker, 'settings.a', 'now'),
    snapshot: async () => {
      await fill(broker, 'visits.recorded', 'late')
      await fill(broker, 'recognition.read.s.d', 'in time')
    },
    end: async () => {
      await fill(broker, 'settings.a', 'late')
      await fill(broker, 'evt.member.left', 'late')
      await fill(broker, 'recognition.read.s.d', 'late')
    },
  })
  await using other = await startBroker()
  await restore(other, kept)
  const manager = await (await other.setup()).jetstreamManager()
  const data = async (name: StreamName) => (await contentOf(manager, name)).map(([, text]) => text)
  expect(await data('SETTINGS')).toEqual(['now'])
  expect(await data('EVENTS')).toEqual(['e1'])
  expect(await data('VISITS')).toEqual([])
  expect(await data('READS')).toEqual(['in time'])
})

test('two messages with one id are both restored', async () => {
  await using broker = await startBroker()
  const manager = await (await broker.setup()).jetstreamManager()
  const { config } = await manager.streams.info('EVENTS')
  await manager.streams.update('EVENTS', { ...config, duplicate_window: 100e6 })
  await fill(broker, 'evt.member.left', 'e1', 'e2')
  const again = headers()
  again.set('Nats-Msg-Id', 'e1')
  const jetstream = (await broker.setup()).jetstream()
  const isForgotten = async () => !(await jetstream.publish('evt.member.left', 'e1', { headers: again })).duplicate
  await expect.poll(isForgotten).toBe(true)
  const kept = await copy(broker)
  await using other = await startBroker()
  await restore(other, kept)
  const restored = await contentOf(await (await other.setup()).jetstreamManager(), 'EVENTS')
  expect(restored.map(([, text]) => text)).toEqual(['e1', 'e2', 'e1'])
})

test('reads that were purged before they were copied require another snapshot, unless they were done', async () => {
  await using broker = await startBroker()
  const manager = await (await broker.setup()).jetstreamManager()
  const forget = (seq: number) => manager.streams.purge('READS', { seq })
  await fill(broker, 'recognition.read.s.d', 'r1', 'r2')
  await work(broker, 'recognition-reads', 2)
  await forget(3)
  const late = copy(broker, {
    snapshot: () => fill(broker, 'recognition.read.s.d', 'r3', 'r4'),
    end: () => forget(4),
  })
  await expect(late).rejects.toThrow(ReadsPurgedError)
  await work(broker, 'recognition-reads', 1)
  const all = copy(broker, {
    snapshot: () => fill(broker, 'recognition.read.s.d', 'r5'),
    end: () => forget(6),
  })
  await expect(all).rejects.toThrow(ReadsPurgedError)
  await fill(broker, 'recognition.read.s.d', 'r6')
  await work(broker, 'recognition-reads', 1)
  expect((await copy(broker)).states.READS).toEqual({ last: 6, messages: 1, done: { 'recognition-reads': 6 } })
})

test('a user without the permissions gets an error, and its connection is closed', async () => {
  await using broker = await startBroker()
  const options = { url: broker.nats.url, ...broker.nats.user('gateway') }
  await expect(openStreamRestore(options, {}, 0)).rejects.toThrow()
  const connected = async () => {
    const reply = await fetch(`http://127.0.0.1:${broker.nats.monitorPort}/connz`)
    const { connections } = (await reply.json()) as { connections: { name: string }[] }
    return connections.filter(({ name }) => name === 'restore')
  }
  await expect.poll(connected).toEqual([]) // the server notices the end a moment later
})

test('a sequence that does not follow the previous one is a gap', () => {
  const found = (...sequences: number[]) => sequences.map((sequence) => ({ sequence }))
  expect(sequenceAfterGap(found(4, 5, 6), 3)).toBeUndefined()
  expect(sequenceAfterGap(found(4, 6, 7), 3)).toBe(6)
  expect(sequenceAfterGap(found(5), 3)).toBe(5)
  expect(sequenceAfterGap([], 3)).toBeUndefined()
})
