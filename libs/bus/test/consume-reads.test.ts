import { headers, type JetStreamManager } from 'nats'
import { expect, test } from 'vitest'
import { openStreamCopy } from '../src/backup/stream-copy.ts'
import { openStreamRestore } from '../src/backup/stream-restore.ts'
import { type Bus, type Delivery, provisionStreams, readSubject } from '../src/index.ts'
import { type Broker, startBroker, until } from './broker.ts'
import { newDevice, readSubjectOf, signIn, tell } from './device.ts'

const at = ({ nats }: Broker) => ({ url: nats.url, ...nats.user('setup') })
const split = (broker: Broker, readsPartitions: number) => provisionStreams({ ...at(broker), readsPartitions })
const stores = Array.from({ length: 12 }, (_, n) => `store-${n}`)

/** One read for each store. */
const publish = (bus: Bus, round: string, to: readonly string[] = stores) =>
  bus.append(to.map((store) => ({ subject: readSubject(store, 'device'), id: `${round}-${store}`, data: round })))

/** Consumes a share in one lane; returns the messages as `<subject> <round>`. */
async function take(bus: Bus, partitions: readonly number[] | undefined, of: number) {
  const taken: string[] = []
  await bus.consumeReads<Delivery>(partitions && { partitions, of }, {
    count: 1,
    max: 100,
    prepare: (item) => ({ lane: 0, item }),
    async handle(batch) {
      for (const message of batch) {
        taken.push(`${message.subject} ${Buffer.from(message.data).toString()}`)
        message.ack()
      }
    },
  })
  return taken
}

const expected = (round: string, of: readonly string[] = stores) =>
  of.map((store) => `${readSubject(store, 'device')} ${round}`)
const kept = async ({ streams }: JetStreamManager) => (await streams.info('READS')).state.messages
const namesOf = async ({ consumers }: JetStreamManager) =>
  (await Array.fromAsync(consumers.list('READS'))).map(({ name }) => name).sort()
const storesOf = (taken: readonly string[]) => new Set(taken.map((text) => text.split('.')[2]))

test('two processes share the stores, see the published subjects, and purge what both have done', async () => {
  await using broker = await startBroker()
  await split(broker, 4)
  const manager = await (await broker.setup()).jetstreamManager()
  expect(await namesOf(manager)).toEqual([0, 1, 2, 3].map((partition) => `recognition-reads-${partition}-of-4`))
  const [first, second] = [await broker.open('recognition'), await broker.open('recognition')]
  await publish(first, 'a')
  await expect(take(first, [0], 2)).rejects.toThrow('READS has 4 partitions, and the share is of 2')
  const low = await take(first, [0, 1], 4)
  await until(() => low.length > 0)
  expect(await first.purgeDoneReads()).toMatchObject({ partitions: 4, done: expect.any(Number) })
  expect(await kept(manager)).toBeGreaterThanOrEqual(stores.length - low.length) // the other partition's reads wait
  const high = await take(second, [2, 3], 4)
  await until(() => low.length + high.length === stores.length)
  await publish(second, 'b')
  await until(() => low.length + high.length === 2 * stores.length)
  expect([...low, ...high].sort()).toEqual([...expected('a'), ...expected('b')].sort())
  expect(low.length).toBeGreaterThan(0)
  expect(storesOf(low).union(storesOf(high)).size).toBe(stores.length)
  expect(storesOf(low).intersection(storesOf(high)).size).toBe(0)
  // stores of one partition: the others, whose floors do not advance, must not block the purge
  const [own = ''] = storesOf(high)
  for (const round of ['c', 'd']) await publish(second, round, [own])
  await until(async () => {
    await first.purgeDoneReads()
    return (await kept(manager)) === 0
  }, 'READS to be empty')
})

test('no undone read of a partition is purged, and a partition without a consumer is reported', async () => {
  await using broker = await startBroker()
  await split(broker, 2)
  const manager = await (await broker.setup()).jetstreamManager()
  const bus = await broker.open('recognition')
  const low = await take(bus, [0], 2)
  await publish(bus, 'a')
  const { state } = await manager.streams.info('READS', { subjects_filter: 'recognition.read.1.*.*' })
  const others = Object.keys(state.subjects ?? {}).length
  await until(() => low.length === stores.length - others)
  for (let times = 0; times < 3; times++) {
    const { unclaimed } = await bus.purgeDoneReads()
    expect([...unclaimed.keys()]).toEqual([1])
  }
  const left = await manager.streams.info('READS', { subjects_filter: 'recognition.read.1.*.*' })
  expect(Object.keys(left.state.subjects ?? {})).toHaveLength(others)
  const high = await take(await broker.open('recognition'), [1], 2)
  await until(() => low.length + high.length === stores.length)
  expect([...low, ...high].sort()).toEqual(expected('a').sort())
})

test('the number of partitions can grow and shrink while reads wait, and none is lost', async () => {
  await using broker = await startBroker()
  const manager = await (await broker.setup()).jetstreamManager()
  const publisher = await broker.open('recognition')
  const rounds: string[] = []
  for (const [round, count] of [1, 4, 1, 3, 16, 2].entries()) {
    await split(broker, count)
    expect(await namesOf(manager)).toHaveLength(count)
    rounds.push(`round-${round}`)
    await publish(publisher, `round-${round}`)
  }
  const first = await take(publisher, [0], 2)
  const second = await take(await broker.open('recognition'), [1], 2)
  await until(() => first.length + second.length === rounds.length * stores.length)
  expect([...first, ...second].sort()).toEqual(rounds.flatMap((round) => expected(round)).sort())
  await until(async () => {
    await publisher.purgeDoneReads()
    return (await kept(manager)) === 0
  }, 'READS to be empty')
})

test('in every partition a device gets its acknowledgement, and a repeated read is recognised', async () => {
  await using broker = await startBroker()
  await split(broker, 8)
  await using door = await broker.openAuthCallout('recognition')
  const device = newDevice()
  await tell(door, device)
  const connection = await signIn(broker, device)
  const once = headers()
  once.set('Nats-Msg-Id', 'one')
  const send = async () =>
    (await connection.request(readSubjectOf(device), '{}', { headers: once, timeout: 5_000 })).json()
  const [first, again] = await Promise.all([send(), send()])
  expect(first).toMatchObject({ stream: 'READS', seq: 1 })
  expect(again).toMatchObject({ stream: 'READS', seq: 1, duplicate: true })
  const taken = await take(door, undefined, 8)
  await until(() => taken.length > 0)
  expect(taken).toEqual([`${readSubjectOf(device)} {}`])
  await connection.close()
})

test('a copy of partitions is restored into another number of partitions, without reads that are done', async () => {
  await using broker = await startBroker()
  await split(broker, 4)
  const bus = await broker.open('recognition')
  const taken = await take(bus, undefined, 4)
  await publish(bus, 'done')
  await until(() => taken.length === stores.length)
  await bus.purgeDoneReads()
  await bus.drain()
  const publisher = await broker.open('recognition')
  await publish(publisher, 'waits')
  const pieces: Buffer[] = []
  await using copying = await openStreamCopy(at(broker), async (stream, data) => {
    if (stream === 'READS') pieces.push(data)
  })
  await copying.catchUp()
  await copying.begin()
  await copying.end()
  const states = await copying.finish()
  expect(states.READS.done['recognition-reads']).toBeGreaterThanOrEqual(stores.length)

  await using other = await startBroker()
  const restoring = await openStreamRestore(at(other), states, 0)
  for (const piece of pieces) await restoring.add('READS', piece)
  await restoring.finish()
  await restoring[Symbol.asyncDispose]()
  await split(other, 2)
  const again = await take(await other.open('recognition'), undefined, 2)
  await until(() => again.length === stores.length)
  expect(new Set(again)).toEqual(new Set(expected('waits')))
})
