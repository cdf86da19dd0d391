import { startedBeforeAll } from '@kingcar/testing/before-all'
import type { Msg } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import { type Bus, readSubject } from '../src/index.ts'
import { failure, startBroker, until } from './broker.ts'
import { numberOf, numbers, visits } from './stream-messages.ts'

let recognition: Bus
let gateway: Bus
const broker = startedBeforeAll(startBroker)
beforeAll(async () => {
  recognition = await broker.open('recognition')
  gateway = await broker.open('gateway')
})

const sequences = (messages: ReturnType<typeof visits>) => recognition.append(messages)

test('messages are stored in order, and duplicates keep their sequence', async () => {
  const first = await sequences(visits(0, 3))
  const again = await sequences(visits(0, 5))
  expect(again.slice(0, 3)).toEqual(first)
  expect(await sequences(visits(3, 2))).toEqual(again.slice(3))
  const many = await sequences(visits(5, 1_200))
  expect(many).toEqual(numbers((again.at(-1) ?? 0) + 1, 1_200))
  expect(await sequences([])).toEqual([])
  const seen: number[] = []
  await gateway.follow('VISITS', 'start', (message) => void seen.push(numberOf(message)))
  expect(seen).toEqual(numbers(0, 1_205))
})

test('headers are stored with a message', async () => {
  const [message] = visits(5_000, 1)
  const [sequence = 0] = await recognition.append([
    { subject: 'visits.recorded', id: '', data: '', ...message, headers: { Trace: 'abc' } },
  ])
  let header: string | undefined
  await gateway.follow('VISITS', { after: sequence - 1 }, (stored) => {
    header = stored.header('Trace')
  })
  expect(header).toBe('abc')
})

test('if a message is rejected, none after it is stored', async () => {
  const before = (await gateway.range('VISITS')).last
  const [one, two, three] = visits(6_000, 3)
  const tooLarge = { subject: 'visits.recorded', id: 'too-large', data: 'x'.repeat(2 * 2 ** 20) }
  const messages = [one, two, tooLarge, three].filter((message) => message !== undefined)
  const { code, ms } = await failure(recognition.append(messages))
  expect(code).not.toBe('none')
  expect(ms).toBeLessThan(6_000)
  expect((await gateway.range('VISITS')).last).toBeLessThanOrEqual(before + 2)
  await sequences(visits(6_000, 3))
  expect((await gateway.range('VISITS')).last).toBe(before + 3)
})

test('a missing stream and an unreachable server fail with UNAVAILABLE in time', async () => {
  await using empty = await startBroker(false)
  const orders = await empty.open('orders')
  const message = { id: 'one', subject: 'evt.orders.audited', payload: {} }
  const missing = await failure(orders.publish([message]))
  expect(missing.code).toBe('UNAVAILABLE')
  expect(missing.ms).toBeLessThan(6_000)
  await empty.nats.kill()
  await until(() => !orders.connected)
  expect(await failure(orders.publish([message]))).toMatchObject({ code: 'UNAVAILABLE' })
  await empty.nats.start()
  await until(() => orders.connected)
  const stored = orders.publish([message])
  await empty.provision()
  await stored
  expect(await (await empty.open('gateway')).range('EVENTS')).toEqual({ first: 1, last: 1 })
})

test('the reads of an event are sent in parallel, at most 16 before one of them is acknowledged', async () => {
  await using empty = await startBroker(false)
  const slow = await empty.setup() // in place of READS
  const subject = readSubject('0'.repeat(26), '1'.repeat(26))
  const reads = numbers(0, 40).map((at) => ({ subject, id: `read-${at}`, data: String(at) }))
  const received: Msg[] = []
  slow.subscribe(subject, { callback: (_error, message) => void received.push(message) })
  await slow.flush()
  const gateway = await empty.open('gateway')
  const stored = gateway.appendUnordered(reads)
  for (let acknowledged = 0; acknowledged < reads.length; acknowledged++) {
    const inFlight = Math.min(16, reads.length - acknowledged)
    await until(() => received.length >= acknowledged + inFlight)
    await slow.flush() // one more would have arrived
    expect(received).toHaveLength(acknowledged + inFlight)
    received[acknowledged]?.respond(JSON.stringify({ stream: 'READS', seq: acknowledged + 1 }))
  }
  await stored
  expect(received.map((message) => message.string())).toEqual(reads.map(({ data }) => data))
})
