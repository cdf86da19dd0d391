import { randomUUID } from 'node:crypto'
import { startProxy } from '@kingcar/testing/proxy'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { StreamMessage } from '../src/index.ts'
import { startBroker, until } from './broker.ts'
import { numberOf, numbers, publishing, visits } from './stream-messages.ts'

test('a stream is followed from the given start, and is caught up when follow resolves', async () => {
  await using broker = await startBroker()
  const recognition = await broker.open('recognition')
  const gateway = await broker.open('gateway')
  expect(await recognition.append(visits(0, 10))).toEqual(numbers(1, 10))
  expect(await gateway.range('VISITS')).toEqual({ first: 1, last: 10 })
  const seen: Record<string, number[]> = { start: [], after: [], now: [], since: [], last: [], all: [] }
  const into = (name: string) => (message: StreamMessage) => void seen[name]?.push(numberOf(message))
  let middle = 0
  await gateway.follow('VISITS', 'start', (message) => {
    into('start')(message)
    if (numberOf(message) === 5) middle = message.storedAt
  })
  await gateway.follow('VISITS', { after: 7 }, into('after'))
  await gateway.follow('VISITS', 'now', into('now'))
  await gateway.follow('VISITS', { since: new Date(middle) }, into('since'))
  const { stop } = await gateway.follow('VISITS', 'lastPerSubject', into('last'))
  expect(seen.start).toEqual(numbers(0, 10))
  expect(seen.after).toEqual(numbers(7, 3))
  expect(seen.since).toEqual(expect.arrayContaining(numbers(6, 4)))
  expect(seen.now).toEqual([])
  expect(seen.last).toEqual([9])
  expect(Math.abs(Date.now() - middle)).toBeLessThan(60_000)
  await stop()
  await recognition.append(visits(10, 1))
  await until(() => ['start', 'after', 'now', 'since'].every((name) => seen[name]?.at(-1) === 10))
  expect(seen.last).toEqual([9])
})

test('no message is missed or repeated while the server is killed repeatedly under load', async () => {
  await using broker = await startBroker()
  const source = publishing(await broker.open('recognition'))
  const seen: number[] = []
  const gateway = await broker.open('gateway')
  await gateway.follow('VISITS', 'start', (message) => void seen.push(numberOf(message)))
  for (const _ of numbers(0, 3)) {
    const before = source.count
    await until(() => source.count >= before + 200 && seen.length > before, 'messages')
    await broker.nats.kill()
    await until(() => !gateway.connected)
    await broker.nats.start()
  }
  const before = source.count
  await until(() => source.count >= before + 50, 'messages after the last start')
  const count = await source.stop()
  await until(() => seen.length >= count, 'the rest')
  expect(seen).toEqual(numbers(0, count))
})

test('no message is missed or repeated while the connection is cut under load', async () => {
  await using broker = await startBroker()
  await using proxy = await startProxy(broker.nats.url)
  const source = publishing(await broker.open('recognition'))
  const seen: number[] = []
  await using gateway = await broker.open('gateway', { url: proxy.url })
  await gateway.follow('VISITS', 'start', (message) => void seen.push(numberOf(message)))
  for (const _ of numbers(0, 10)) {
    const before = seen.length
    await until(() => seen.length >= before + 50, 'messages')
    proxy.cut()
  }
  const count = await source.stop()
  await until(() => seen.length >= count, 'the rest')
  expect(seen).toEqual(numbers(0, count))
})

test('a recreated stream is followed from its start', async () => {
  await using broker = await startBroker()
  await using proxy = await startProxy(broker.nats.url)
  const recognition = await broker.open('recognition')
  await using gateway = await broker.open('gateway', { url: proxy.url })
  const seen: number[] = []
  await recognition.append(visits(0, 5))
  await gateway.follow('VISITS', 'start', (message) => void seen.push(numberOf(message)))
  const manager = await (await broker.setup()).jetstreamManager()
  proxy.open = false
  proxy.cut()
  await until(() => !gateway.connected)
  await manager.streams.delete('VISITS')
  await broker.provision()
  await recognition.append(visits(100, 8)) // more than before: the sequence alone does not show the recreation
  proxy.open = true
  await until(() => seen.length >= 13, 'the new stream')
  expect(seen).toEqual([...numbers(0, 5), ...numbers(100, 8)])
})

test('after a purge it continues with new messages', async () => {
  await using broker = await startBroker()
  const recognition = await broker.open('recognition')
  const seen: number[] = []
  await recognition.append(visits(0, 5))
  const gateway = await broker.open('gateway')
  await gateway.follow('VISITS', 'start', (message) => void seen.push(numberOf(message)))
  const manager = await (await broker.setup()).jetstreamManager()
  await manager.streams.purge('VISITS')
  await recognition.append(visits(5, 5))
  await until(() => seen.length >= 10)
  expect(seen).toEqual(numbers(0, 10))
})

test('a stopped follower leaves nothing on the server', async () => {
  await using broker = await startBroker()
  const gateway = await broker.open('gateway')
  const manager = await (await broker.setup()).jetstreamManager()
  const count = async () => (await manager.streams.info('VISITS')).state.consumer_count
  const durable = await count()
  await gateway.follow('VISITS', 'now', () => undefined)
  expect(await count()).toBe(durable + 1)
  await gateway[Symbol.asyncDispose]()
  await until(async () => (await count()) === durable, 'its deletion, long before the server forgets it', 5_000)
})

test('the fill level of a followed stream that can refuse messages is a metric', async () => {
  await using broker = await startBroker()
  const metrics = new Registry()
  const gateway = await broker.open('gateway', { metrics })
  for (const stream of ['EVENTS', 'VISITS'] as const) await gateway.follow(stream, 'now', () => undefined)
  const levels = async () =>
    [...(await metrics.metrics()).matchAll(/^kingcar_stream_filling_ratio\{stream="(\w+)"\} (\S+)$/gm)].map(
      ([, stream, level]) => [stream, Number(level)],
    )
  expect(await levels()).toEqual([['EVENTS', 0]])
  const payload = { storeId: randomUUID(), name: '가'.repeat(10_000), version: 1 }
  const catalog = await broker.open('catalog')
  await catalog.publish([{ id: randomUUID(), subject: 'evt.catalog.storeChanged', payload }])
  expect(await levels()).toEqual([['EVENTS', expect.closeTo(30_000 / 2 ** 30, 5)]])
})
