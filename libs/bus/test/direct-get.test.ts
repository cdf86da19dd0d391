import { purgeBefore } from '@kingcar/testing'
import { expect, test } from 'vitest'
import type { StreamMessage } from '../src/index.ts'
import { failure, startBroker, until } from './broker.ts'
import { numberOf, numbers, visits } from './stream-messages.ts'

const plenty = { messages: 100, bytes: 1_000_000 }
const numbersOf = (messages: StreamMessage[]) => messages.map(numberOf)

test('messages after a sequence are read in order, at most as many as requested', async () => {
  await using broker = await startBroker()
  const recognition = await broker.open('recognition')
  const gateway = await broker.open('gateway')
  expect(await gateway.readAfter('VISITS', 0, plenty)).toEqual([])
  await recognition.append(visits(0, 10))
  const messages = await gateway.readAfter('VISITS', 7, plenty)
  expect(numbersOf(messages)).toEqual(numbers(7, 3))
  expect(messages[0]).toMatchObject({ subject: 'visits.recorded', sequence: 8, redelivered: 0 })
  expect(Math.abs(Date.now() - (messages[0]?.storedAt ?? 0))).toBeLessThan(60_000)
  expect(messages[0]?.header('Nats-Msg-Id')).toBe('visit-7')
  expect(numbersOf(await gateway.readAfter('VISITS', 2, { ...plenty, messages: 3 }))).toEqual(numbers(2, 3))
  const few = await gateway.readAfter('VISITS', 0, { ...plenty, bytes: 100 })
  expect(few.length).toBeLessThan(10)
  expect(numbersOf(few)).toEqual(numbers(0, few.length))
  expect(await gateway.readAfter('VISITS', 10, plenty)).toEqual([])
  expect(await gateway.readAfter('VISITS', 1_000_000, plenty)).toEqual([])
})

test('if the oldest messages are gone, reading starts with the first that exists', async () => {
  await using broker = await startBroker()
  const recognition = await broker.open('recognition')
  const gateway = await broker.open('gateway')
  await recognition.append(visits(0, 10))
  await purgeBefore(broker.nats, 'VISITS', 5)
  expect(numbersOf(await gateway.readAfter('VISITS', 0, plenty))).toEqual(numbers(4, 6))
})

test('an unreachable server fails with UNAVAILABLE', async () => {
  await using broker = await startBroker()
  const gateway = await broker.open('gateway')
  await broker.nats.kill()
  await until(() => !gateway.connected)
  await expect(gateway.readAfter('VISITS', 0, plenty)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a server without a response fails within two seconds', async () => {
  await using broker = await startBroker()
  const gateway = await broker.open('gateway')
  await broker.nats.freeze()
  try {
    const { code, ms } = await failure(gateway.readAfter('VISITS', 0, plenty))
    expect([code, ms < 2_000]).toEqual(['UNAVAILABLE', true])
  } finally {
    await broker.nats.thaw()
  }
})
