import { randomUUID } from 'node:crypto'
import { connect, type Msg, type NatsConnection } from 'nats'
import { expect, test } from 'vitest'
import { type Bus, type Delivery, provisionStreams, readSubject } from '../src/index.ts'
import { encodeGroup, maxGroup } from '../src/streams/read-groups.ts'
import { type Broker, startBroker, until } from './broker.ts'
import { newDevice, readSubjectOf, refusals, signIn, type TestDevice, tell } from './device.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const ingestOf = ({ storeId, deviceId }: TestDevice) => `recognition.ingest.${storeId}.${deviceId}`

/** Consumes READS and acknowledges what `isDone` accepts; the rest is rejected. */
async function take(bus: Bus, partitions: readonly number[], of: number, isDone = (_: Delivery) => true) {
  const taken: Delivery[] = []
  await bus.consumeReads<Delivery>(
    { partitions, of },
    {
      count: 3,
      max: 100,
      prepare: (item) => ({ lane: item.data.length, item }),
      async handle(batch) {
        for (const message of batch) {
          taken.push(message)
          if (isDone(message)) message.ack()
          else message.retry(0)
        }
      },
    },
  )
  return taken
}

const text = ({ data }: { data: Uint8Array }) => Buffer.from(data).toString()
const stored = async (broker: Broker) =>
  (await (await (await broker.setup()).jetstreamManager()).streams.info('READS')).state.messages

/** A broker with devices at different stores, and a gateway that stores their reads. */
async function startIngest(stack: AsyncDisposableStack, count: number, readsPartitions = 1) {
  const broker = stack.use(await startBroker())
  await provisionStreams({ url: broker.nats.url, ...broker.nats.user('setup'), readsPartitions })
  const gateway = await broker.openAuthCallout('gateway')
  await gateway.ingestReads()
  const recognition = await broker.open('recognition')
  const devices = numbers(count).map(() => newDevice())
  for (const device of devices) await tell(recognition, device)
  const connections = await Promise.all(devices.map((device) => signIn(broker, device)))
  stack.defer(async () => void (await Promise.all(connections.map((each) => each.close()))))
  return { broker, gateway, recognition, devices, connections }
}

test('reads of many devices share messages, and each is acknowledged, and handled once by the process of its store', async () => {
  await using stack = new AsyncDisposableStack()
  const { broker, recognition, devices, connections } = await startIngest(stack, 8, 4)
  const replies = await Promise.all(
    devices.flatMap((device, at) =>
      numbers(40).map(async (n) => {
        const connection = connections[at] as NatsConnection
        return (await connection.request(ingestOf(device), `${n}`, { timeout: 20_000 })).json<object>()
      }),
    ),
  )
  for (const reply of replies) expect(reply).toEqual({ stream: 'READS', seq: expect.any(Number) })
  expect(await stored(broker)).toBeLessThan(replies.length / 2)
  // those that are stored alone are divided by nats-server
  const one = connections[0] as NatsConnection
  await one.request(readSubjectOf(devices[0] as TestDevice), 'alone')
  const low = await take(recognition, [0, 1], 4)
  const high = await take(await broker.open('recognition'), [2, 3], 4)
  await until(() => low.length + high.length === replies.length + 1)
  const all = [...low, ...high].map((each) => `${each.subject} ${text(each)}`)
  const sent = devices.flatMap((device) => numbers(40).map((n) => `${readSubjectOf(device)} ${n}`))
  expect(new Set(all)).toEqual(new Set([...sent, `${readSubjectOf(devices[0] as TestDevice)} alone`]))
  const storesOf = (taken: Delivery[]) => new Set(taken.map(({ subject }) => subject.split('.')[2]))
  expect(storesOf(low).isDisjointFrom(storesOf(high))).toBe(true)
  await until(async () => {
    await recognition.purgeDoneReads()
    return (await stored(broker)) === 0
  }, 'READS to be empty')
})

test('a group is delivered again, whole, as long as one of its reads is rejected', async () => {
  await using stack = new AsyncDisposableStack()
  const { broker, gateway, recognition } = await startIngest(stack, 0)
  const reads = numbers(30).map((n) => 'x'.repeat(n))
  const sequences = await Promise.all(reads.map((data) => gateway.storeRead('store', 'device', Buffer.from(data))))
  expect(new Set(sequences).size).toBeLessThan(reads.length)
  let failures = 2
  const taken = await take(recognition, [0], 1, ({ data }) => data.length !== 7 || failures-- <= 0)
  const countOf = (length: number) => taken.filter(({ data }) => data.length === length).length
  await until(() => countOf(7) === 3)
  const groupOfSeven = sequences[7]
  for (const [at, sequence] of sequences.entries()) expect(countOf(at)).toBe(sequence === groupOfSeven ? 3 : 1)
  expect(taken.every(({ subject }) => subject === readSubject('store', 'device'))).toBe(true)
  await until(async () => {
    await recognition.purgeDoneReads()
    return (await stored(broker)) === 0
  }, 'READS to be empty')
})

test('a read with its id in the subject is answered on a subject of its own, which MQTT needs', async () => {
  await using stack = new AsyncDisposableStack()
  const { devices, connections } = await startIngest(stack, 2)
  const [device, other] = devices as [TestDevice, TestDevice]
  const [connection, listener] = connections as [NatsConnection, NatsConnection]
  const denied = refusals(listener)
  const answers: Msg[] = []
  connection.subscribe(`recognition.stored.${device.storeId}.${device.deviceId}.*`, {
    callback: (_, message) => void answers.push(message),
  })
  const [readId, wrongId] = [randomUUID(), 'no-id']
  for (const id of [wrongId, readId]) connection.publish(`${ingestOf(device)}.${id}`, 'x')
  await until(() => answers.length > 0)
  expect(answers.map((each) => [each.subject.split('.')[4], each.json()])).toEqual([
    [readId, { stream: 'READS', seq: expect.any(Number) }],
  ])
  listener.publish(ingestOf(device), 'x')
  listener.publish(`${ingestOf(device)}.${readId}`, 'x')
  listener.publish(`${ingestOf(other)}.${readId}.more`, 'x')
  listener.subscribe(`recognition.stored.${device.storeId}.${device.deviceId}.*`)
  await expect.poll(() => denied.length).toBe(4)
})

test('one device cannot fill the memory of a process, and a read that cannot be stored is refused', async () => {
  await using broker = await startBroker(false)
  const nats = await broker.setup() // in place of READS
  const arrived: Msg[] = []
  nats.subscribe('recognition.read.>', { callback: (_, message) => void arrived.push(message) })
  await nats.flush()
  const gateway = await broker.open('gateway')
  const outcomes: string[] = []
  const store = (device: string) =>
    gateway.storeRead('store', device, Buffer.from(device)).then(
      (sequence) => void outcomes.push(`${device} ${sequence}`),
      ({ code }) => void outcomes.push(`${device} ${code}`),
    )
  const all = [...numbers(1_001).map(() => store('greedy')), store('other')]
  await until(() => outcomes.length > 0)
  expect(outcomes).toEqual(['greedy UNAVAILABLE'])
  await until(() => arrived.length > 0)
  nats.subscribe('recognition.read.>', {
    callback: (_, message) => void message.respond(JSON.stringify({ stream: 'READS', seq: 7 })),
  })
  arrived[0]?.respond(JSON.stringify({ error: { code: 500, err_code: 1, description: 'the disk is broken' } }))
  await Promise.all(all)
  const counted = Map.groupBy(outcomes, (outcome) => outcome)
  expect(counted.get('other 7')).toHaveLength(1)
  expect(counted.get('greedy 7')?.length).toBeGreaterThan(900)
  expect(counted.get('greedy UNAVAILABLE')?.length).toBeGreaterThan(1)
})

test('a read that has waited too long is refused and not stored late', async () => {
  await using broker = await startBroker(false)
  const nats = await broker.setup() // in place of READS
  let arrived = 0
  const fail = (message: Msg) =>
    message.respond(JSON.stringify({ error: { code: 500, err_code: 1, description: 'slow' } }))
  nats.subscribe('recognition.read.>', {
    callback(_, message) {
      arrived += 1
      setTimeout(fail, 1_400, message)
    },
  })
  await nats.flush()
  const gateway = await broker.open('gateway')
  const all = numbers(65).map(() => gateway.storeRead('store', 'device', Buffer.from('x'))) // the last one waits for two groups
  for (const outcome of await Promise.allSettled(all))
    expect(outcome).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
  expect(arrived).toBe(2)
})

test('of a backlog of groups as many are fetched as reads can wait, and of single reads more', async () => {
  await using stack = new AsyncDisposableStack()
  const { broker, recognition } = await startIngest(stack, 0)
  const setup = await broker.setup()
  const subject = readSubject('store', 'device')
  const group = encodeGroup(numbers(maxGroup.reads).map(() => ({ subject, data: Buffer.from('x') })))
  for (const _ of numbers(40)) await setup.request('recognition.read.group.all', group)
  const free = Promise.withResolvers<void>()
  let arrived = 0
  const most = new Set<number>()
  await recognition.consumeReads<Delivery>(
    { partitions: [0], of: 1 },
    {
      count: 1,
      max: 16,
      prepare(item) {
        arrived += 1
        return { lane: 0, item }
      },
      async handle(batch) {
        most.add(batch.length)
        await free.promise
        for (const message of batch) message.ack()
      },
    },
  )
  await until(() => arrived >= 2 * maxGroup.reads)
  await setup.request('recognition.read.group.all', group)
  expect(arrived).toBe(2 * maxGroup.reads) // 48 reads can wait
  free.resolve()
  await until(() => arrived === 41 * maxGroup.reads)
  for (const _ of numbers(200)) await setup.request(subject, 'x')
  await until(() => arrived === 41 * maxGroup.reads + 200)
  expect(Math.max(...most)).toBe(16)
})

test('a group that cannot be decoded is delivered as it is', async () => {
  await using stack = new AsyncDisposableStack()
  const { broker, recognition } = await startIngest(stack, 0)
  const { url } = broker.nats
  const { user, password: pass } = broker.nats.user('setup')
  const setup = await connect({ servers: url, user, pass })
  stack.defer(() => setup.close())
  for (const data of ['', 'no record', '{"bytes":9}\nx\n']) await setup.request('recognition.read.group.all', data)
  const taken = await take(recognition, [0], 1)
  await until(() => taken.length === 3)
  expect(taken.map(text)).toEqual(['', 'no record', '{"bytes":9}\nx\n'])
})
