import { setTimeout as wait } from 'node:timers/promises'
import { currentRequestId, withinRequest } from '@kingcar/runtime'
import { startProxy } from '@kingcar/testing/proxy'
import type { Msg } from 'nats'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Delivery, readSubject } from '../src/index.ts'
import { startBroker, takeReads, until } from './broker.ts'
import { numberOf, numbers } from './stream-messages.ts'

const admin = (number: number, id = `event-${number}`) => ({
  id,
  subject: 'evt.member.adminChanged',
  payload: { adminId: '0199a0c5-3c80-7000-8000-000000000001', name: `admin ${number}`, version: number },
})
const reads = (first: number, count: number) =>
  numbers(first, count).map((number) => ({
    subject: readSubject('store-1', 'device-1'),
    id: `read-${number}`,
    data: JSON.stringify({ number }),
  }))
test('a duplicate by id is stored and delivered once', async () => {
  await using broker = await startBroker()
  const member = await broker.open('member')
  const catalog = await broker.open('catalog')
  await member.publish([admin(1), admin(2)])
  await member.publish([admin(1), admin(2), admin(3)])
  expect(await (await broker.open('gateway')).range('EVENTS')).toEqual({ first: 1, last: 3 })
  const seen: unknown[] = []
  await catalog.consumeEvents('catalog-events', ['member.adminChanged'], async (event) => void seen.push(event))
  await member.publish([admin(3), admin(4)])
  await until(() => seen.length === 4)
  expect(seen[0]).toEqual({ id: 'event-1', name: 'member.adminChanged', payload: admin(1).payload })
  expect(seen).toMatchObject([1, 2, 3, 4].map((version) => ({ payload: { version } })))
})

test('an event handler runs in the context of the request that caused the event', async () => {
  await using broker = await startBroker()
  const member = await broker.open('member')
  const catalog = await broker.open('catalog')
  const seen: unknown[] = []
  await catalog.consumeEvents('catalog-events', ['member.adminChanged'], async ({ id }) => {
    await wait(1)
    seen.push([id, currentRequestId()])
  })
  await member.publish([{ ...admin(1), requestId: 'request-1' }, admin(2), { ...admin(3), requestId: 'request-3' }])
  await withinRequest('request-4', () => member.publish([admin(4)]))
  await until(() => seen.length === 4)
  expect(seen).toEqual([
    ['event-1', 'request-1'],
    ['event-2', undefined],
    ['event-3', 'request-3'],
    ['event-4', 'request-4'],
  ])
})

test('a failed event is redelivered with back-off and does not delay the others', async () => {
  await using broker = await startBroker()
  const member = await broker.open('member')
  const catalog = await broker.open('catalog')
  const tries: number[] = []
  const done: number[] = []
  await catalog.consumeEvents('catalog-events', ['member.adminChanged'], async ({ payload }) => {
    if (payload.version === 2) {
      tries.push(performance.now())
      if (tries.length < 4) throw new Error('not now')
    }
    done.push(payload.version)
  })
  await member.publish(numbers(1, 5).map((number) => admin(number)))
  await until(() => done.length === 5)
  expect(done).toEqual([1, 3, 4, 5, 2])
  const pauses = tries.slice(1).map((at, before) => at - (tries[before] ?? 0))
  expect(pauses[0]).toBeGreaterThan(150)
  expect(pauses[2]).toBeGreaterThan(1.5 * (pauses[0] ?? 0))
})

test('a batch handler gets all events of a name; if it fails, each is handled alone', async () => {
  await using broker = await startBroker()
  const member = await broker.open('member')
  const catalog = await broker.open('catalog')
  const left = (number: number) => ({
    id: `left-${number}`,
    subject: 'evt.member.left',
    payload: {
      memberId: `0199a0c5-3c80-7000-8000-${String(number).padStart(12, '0')}`,
      leftAt: new Date(0).toISOString(),
    },
  })
  await member.publish([admin(1), left(1), left(2), admin(2), left(3), left(4)])
  const together: number[][] = []
  const alone: number[] = []
  const held = new Map([3, 33].map((version) => [version, Promise.withResolvers<void>()]))
  let failures = 0
  const take = async (payloads: readonly { version: number }[]) => {
    const versions = payloads.map(({ version }) => version)
    if (versions.includes(2) && failures++ < 3) throw new Error('not now')
    for (const version of versions) await held.get(version)?.promise // until the others have arrived
    together.push(versions)
  }
  await catalog.consumeEvents(
    'catalog-events',
    ['member.left'],
    async ({ payload }) => void alone.push(Number(payload.memberId.slice(-12))),
    { 'member.adminChanged': take },
  )
  await until(() => together.flat().length === 2)
  expect(alone).toEqual([1, 2, 3, 4])
  expect(together).toEqual([[1], [2]]) // together, then each alone; the second a third time
  expect(failures).toBeGreaterThan(2)
  const setup = await broker.setup()
  const manager = await setup.jetstreamManager()
  const pending = (count: number) =>
    until(async () => (await manager.consumers.info('EVENTS', 'catalog-events')).num_ack_pending === count)
  await member.publish(numbers(3, 30).map((number) => admin(number)))
  await pending(30)
  held.get(3)?.resolve()
  await until(() => together.flat().length === 32)
  expect(Math.max(...together.map(({ length }) => length))).toBeGreaterThan(1)
  await member.publish(numbers(33, 3).map((number) => admin(number)))
  await setup.jetstream().publish('evt.member.adminChanged', '{', { msgID: 'broken' })
  await pending(4)
  held.get(33)?.resolve()
  await until(() => together.flat().length === 35)
  expect(together.flat().toSorted((a, b) => a - b)).toEqual(numbers(1, 35))
  expect(broker.lines.some(({ msg, event }) => msg === 'event failed' && event === 'member.adminChanged')).toBe(true)
})

test('an event that cannot be parsed is logged and does not delay the others', async () => {
  await using broker = await startBroker()
  const catalog = await broker.open('catalog')
  const done: number[] = []
  await catalog.consumeEvents(
    'catalog-events',
    ['member.adminChanged'],
    async ({ payload }) => void done.push(payload.version),
  )
  const js = (await broker.setup()).jetstream()
  await js.publish('evt.member.adminChanged', '{', { msgID: 'broken' })
  await js.publish('evt.member.adminChanged', '{"version":"text"}', { msgID: 'wrong' })
  await js.publish('evt.member.adminChanged', JSON.stringify(admin(1).payload)) // no id
  await (await broker.open('member')).publish([admin(2)])
  await until(() => done.length === 1)
  expect(done).toEqual([2])
  expect(broker.lines.filter(({ msg }) => msg === 'event failed').length).toBeGreaterThanOrEqual(3)
})

test('an event whose name a process does not know waits for one that does, without delaying the others', async () => {
  await using broker = await startBroker()
  const memberId = '0199a0c5-3c80-7000-8000-000000000001'
  const left = numbers(1, 120).map((number) => ({
    ...{ id: `left-${number}`, subject: 'evt.member.left' },
    payload: { memberId, leftAt: '2027-02-07T03:00:00.000Z' },
  }))
  const before = await broker.open('catalog') // of the version before
  const known: number[] = []
  await before.consumeEvents(
    'catalog-events',
    ['member.adminChanged'],
    async ({ payload }) => void known.push(payload.version),
  )
  await (await broker.open('member')).publish([...left, admin(1)])
  await until(() => known.length === 1)
  // So few are kept that the server goes on delivering, also to several such processes.
  const manager = await (await broker.setup()).jetstreamManager()
  const state = () => manager.consumers.info('EVENTS', 'catalog-events')
  await until(async () => (await state()).num_pending === 0)
  const kept = (await state()).num_ack_pending
  expect(kept).toBeGreaterThanOrEqual(32)
  expect(kept).toBeLessThan(64)
  const dropped = broker.lines.filter(({ msg }) => msg === 'event of an unknown name dropped')
  expect(dropped.length).toBeGreaterThanOrEqual(left.length - kept)
  const took = new Set<string>()
  await (await broker.open('catalog')).consumeEvents(
    'catalog-events',
    ['member.left'],
    async ({ id }) => void took.add(id),
  )
  await until(() => took.size >= 12) // half of each delivery, ever later
})

test('an event of an unknown name waits also if it is delivered late, and is dropped when it comes again', async () => {
  await using broker = await startBroker()
  const payload = { memberId: '0199a0c5-3c80-7000-8000-000000000001', leftAt: '2027-02-07T03:00:00.000Z' }
  await (await broker.open('member')).publish([{ id: 'left', subject: 'evt.member.left', payload }])
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 31 * 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await (await broker.open('catalog')).consumeEvents('catalog-events', ['member.adminChanged'], async () => {})
  const manager = await (await broker.setup()).jetstreamManager()
  const state = () => manager.consumers.info('EVENTS', 'catalog-events')
  const dropped = () => broker.lines.filter(({ msg }) => msg === 'event of an unknown name dropped').length
  await until(async () => (await state()).num_pending === 0)
  expect([(await state()).num_ack_pending, dropped()]).toEqual([1, 0])
  await until(async () => dropped() === 1 && (await state()).num_ack_pending === 0)
})

test('an event that was handled but not acknowledged before a crash is redelivered', async () => {
  await using broker = await startBroker()
  await using proxy = await startProxy(broker.nats.url)
  const setup = (await broker.setup()).jetstream()
  for (const { subject, data } of reads(0, 3)) await setup.publish(subject, data)
  const crash = Promise.withResolvers<void>()
  const first: Delivery[] = []
  const second: Delivery[] = []
  const crashing = await broker.open('recognition', { url: proxy.url })
  await takeReads(crashing, 8, async (batch) => {
    first.push(...batch)
    await crash.promise // it never acknowledges
    throw new Error('gone')
  })
  await until(() => first.length > 0)
  await proxy[Symbol.asyncDispose]() // the server does not see the connection end
  const bus = await broker.open('recognition')
  await takeReads(bus, 8, async (batch) => {
    second.push(...batch)
    for (const delivery of batch) delivery.ack()
  })
  await until(() => second.length >= 3, 'redelivery')
  expect(new Set(second.map(numberOf))).toEqual(new Set([0, 1, 2]))
  expect(second.find((delivery) => numberOf(delivery) === 0)?.redelivered).toBe(1)
  crash.resolve()
})

test('a batch contains the available messages, one batch runs at a time, and a failed one is redelivered', async () => {
  await using broker = await startBroker()
  const setup = (await broker.setup()).jetstream()
  const sizes: number[] = []
  const done = new Set<number>()
  let running = 0
  let overlapped = false
  let failed = false
  const bus = await broker.open('recognition')
  await takeReads(bus, 16, async (batch) => {
    running += 1
    overlapped ||= running > 1
    sizes.push(batch.length)
    await wait(2)
    running -= 1
    if (!failed && sizes.length === 3) {
      failed = true
      throw new Error('the database is away')
    }
    for (const delivery of batch) {
      delivery.ack()
      done.add(numberOf(delivery))
    }
  })
  await Promise.all(reads(0, 300).map(({ subject, data }) => setup.publish(subject, data)))
  await until(() => done.size === 300, 'all of them, before the acknowledgement wait is over', 7_000)
  expect({ overlapped, failed }).toEqual({ overlapped: false, failed: true })
  expect(Math.max(...sizes)).toBeLessThanOrEqual(16)
  expect(Math.max(...sizes)).toBeGreaterThan(1)
})

test('a single message is handled without waiting for others', async () => {
  await using broker = await startBroker()
  const setup = (await broker.setup()).jetstream()
  const bus = await broker.open('recognition')
  const taken: number[] = []
  await takeReads(bus, 256, async (batch) => {
    for (const delivery of batch) delivery.ack()
    taken.push(...batch.map(numberOf))
  })
  const times: number[] = []
  for (const { subject, data } of reads(0, 5)) {
    const before = taken.length
    const began = performance.now()
    await setup.publish(subject, data)
    await until(() => taken.length > before)
    times.push(performance.now() - began)
  }
  expect(Math.min(...times)).toBeLessThan(200) // a wait for others would delay each of them
})

test('delayed messages are gathered without holding up others, and a stop returns them to the server', async () => {
  await using broker = await startBroker()
  const setup = (await broker.setup()).jetstream()
  const batches: number[][] = []
  const bus = await broker.open('recognition')
  const arrived: number[] = []
  let delayMs = 2_000
  await bus.consumeLanes<Delivery>('READS', 'recognition-reads', {
    count: 2,
    max: 8,
    prepare(item) {
      arrived.push(numberOf(item))
      return { lane: numberOf(item), item, ...(numberOf(item) !== 3 && { delayMs }) }
    },
    async handle(batch) {
      batches.push(batch.map(numberOf).sort())
      for (const delivery of batch) delivery.ack()
    },
  })
  const publish = async (first: number, count: number) => {
    const expected = arrived.length + count
    await Promise.all(reads(first, count).map(({ subject, data }) => setup.publish(subject, data)))
    await until(() => arrived.length === expected)
  }
  await publish(0, 4)
  await until(() => batches.flat().length === 4)
  expect(batches).toEqual([[3], [0, 1, 2]])
  delayMs = 600_000
  await publish(4, 5) // more than half a batch
  await until(() => batches.length === 3)
  expect(batches[2]).toEqual([4, 5, 6, 7, 8])
  await publish(9, 1)
  await bus[Symbol.asyncDispose]()
  const redelivered: number[] = []
  const other = await broker.open('recognition')
  await takeReads(other, 8, async (batch) => {
    redelivered.push(...batch.map(numberOf))
    for (const delivery of batch) delivery.ack()
  })
  await until(() => redelivered.length === 1, 'the delayed message, before the acknowledgement wait is over', 7_000)
  expect(redelivered).toEqual([9])
})

test('nothing is lost while the server is killed under load', async () => {
  await using broker = await startBroker()
  const done = new Set<number>()
  const bus = await broker.open('recognition')
  await takeReads(bus, 64, async (batch) => {
    for (const delivery of batch) {
      delivery.ack()
      done.add(numberOf(delivery))
    }
  })
  const setup = await broker.setup()
  const js = setup.jetstream({ timeout: 1_000 })
  let stored = 0
  let stopped = false
  const publishing = (async () => {
    while (!stopped) {
      const { subject, data } = reads(stored, 1)[0] ?? { subject: '', data: '' }
      if (
        await js.publish(subject, data).then(
          () => true,
          () => false,
        )
      )
        stored += 1
    }
  })()
  for (const _ of numbers(0, 2)) {
    const before = stored
    await until(() => stored > before + 100 && done.size > before, 'messages')
    await broker.nats.kill()
    await until(() => !bus.connected)
    await broker.nats.start()
    await until(() => bus.connected)
  }
  const before = stored
  await until(() => stored > before + 20, 'messages after the last start')
  stopped = true
  await publishing
  await until(() => done.size >= stored, 'the rest')
  expect([...done].sort((one, other) => one - other)).toEqual(numbers(0, stored))
})

test('a service that starts before the streams exist waits for them', async () => {
  await using broker = await startBroker(false)
  const catalog = await broker.open('catalog')
  const orders = await broker.open('orders')
  const missing = new Set<string>()
  const setup = await broker.setup()
  const callback = (_error: unknown, message: Msg) => {
    const { type, error } = message.json<{ type: string; error?: { code: number } }>()
    if (error?.code === 404) missing.add(type.replace(/.*\./, ''))
  }
  for (const user of ['catalog', 'orders']) setup.subscribe(`_INBOX_${user}.>`, { callback })
  await setup.flush()
  const seen: number[] = []
  let ready = false
  const started = Promise.all([
    catalog.consumeEvents(
      'catalog-events',
      ['member.adminChanged'],
      async ({ payload }) => void seen.push(payload.version),
    ),
    orders.watchSettings(),
  ]).then(() => (ready = true))
  await until(() => missing.size === 2, 'a consumer and a stream that are not there')
  expect([...missing].sort()).toEqual(['consumer_info_response', 'stream_info_response'])
  expect(ready).toBe(false)
  await broker.provision()
  await started
  await (await broker.open('member')).publish([admin(1)])
  await until(() => seen.length === 1)
})

test('a small backlog is one batch; a large one is handled in parallel lanes, each in order', async () => {
  await using broker = await startBroker()
  const connection = await broker.setup()
  const setup = connection.jetstream()
  const { consumers } = await connection.jetstreamManager()
  const bus = await broker.open('recognition')
  const batches: number[][] = []
  let running = 0
  let most = 0
  let hold = Promise.withResolvers<void>()
  await bus.consumeLanes<Delivery>('READS', 'recognition-reads', {
    count: 3,
    max: 10,
    prepare: (item) => ({ lane: numberOf(item) % 3, item }),
    async handle(batch) {
      running += 1
      most = Math.max(most, running)
      batches.push(batch.map(numberOf))
      await hold.promise
      running -= 1
      for (const delivery of batch) delivery.ack()
    },
  })
  const publish = async (from: number, count: number) => {
    for (const { subject, data } of reads(from, count)) await setup.publish(subject, data)
    const arrived = async () => (await consumers.info('READS', 'recognition-reads')).delivered.stream_seq
    await until(async () => (await arrived()) === from + count)
    await bus.check() // all that the server sent before its reply has arrived
  }
  await publish(0, 1)
  await until(() => batches.length === 1)
  await publish(1, 5) // they wait for the batch in flight, then form one batch, whatever their lanes
  hold.resolve()
  await until(() => batches.flat().length === 6)
  expect([batches[1]?.toSorted((a, b) => a - b), most]).toEqual([[1, 2, 3, 4, 5], 1])

  hold = Promise.withResolvers<void>()
  await publish(6, 25) // the first is a batch of its own, the others form a backlog
  const first = hold
  hold = Promise.withResolvers()
  first.resolve()
  await until(() => running === 3, 'three batches at once')
  hold.resolve()
  await until(() => batches.flat().length === 31)
  expect(most).toBe(3)
  const seen = batches.flat()
  for (const lane of [0, 1, 2]) {
    const own = seen.filter((number) => number % 3 === lane)
    expect(own).toEqual(own.toSorted((a, b) => a - b))
  }
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10)
})
