import { randomInt } from 'node:crypto'
import { provisionStreams } from '@kingcar/bus'
import { startBundle, waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import type { NewRead } from '../src/visit/visit.ts'
import { type Recognition, readOf, startTestRecognition } from './recognition.ts'
import { referenceVisits } from './reference-visits.ts'

const minutes = 60_000

const split = ({ backend: { nats } }: Recognition, readsPartitions: number) =>
  provisionStreams({ url: nats.url, ...nats.user('setup'), readsPartitions })
const processOf = ({ config }: Recognition, more: Record<string, string>) =>
  startBundle('recognition', {
    ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)])),
    ...more,
  })

/** Some stores with a device each. */
async function openStores(recognition: Recognition, count: number) {
  const stores: { storeId: string; deviceId: string }[] = [recognition]
  while (stores.length < count) stores.push(await recognition.addStore())
  return stores.map(({ storeId, deviceId }) => ({ storeId, deviceId }))
}

const storesWithReads = async ({ backend: { sql } }: Recognition) =>
  (await sql<{ store_id: string }[]>`select distinct store_id from recognition.reads`).map(({ store_id }) => store_id)
const countOf = async ({ backend: { sql } }: Recognition) =>
  (await sql<{ reads: number }[]>`select count(*)::integer as reads from recognition.reads`)[0]?.reads

test('reads of a killed process wait for its successor, those of the other continue, and visits are correct', async () => {
  await using recognition = await startTestRecognition()
  await split(recognition, 4)
  const stores = await openStores(recognition, 12)
  const plates = Array.from({ length: 10 }, (_, at) => `30가${3000 + at}`)
  const now = Date.now()
  const sent = Array.from({ length: 600 }, () => {
    const store = stores[randomInt(stores.length)] as (typeof stores)[number]
    const carNumber = plates[randomInt(plates.length)] as string
    const recognizedAt = now - (20 + randomInt(300)) * minutes
    return { ...store, carNumber, recognizedAt, message: readOf(carNumber, { recognizedAt: new Date(recognizedAt) }) }
  })
  const publish = (some: typeof sent) =>
    Promise.all(
      some.map(({ storeId, deviceId, message }) =>
        recognition.publish(message, `recognition.read.${storeId}.${deviceId}`),
      ),
    )
  await publish(sent.slice(0, 300))
  await using doomed = await processOf(recognition, { READS_SHARE: '2-3/4', FAULT: 'recognition.afterCommit:kill' })
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
  const killedAfter = new Set(await storesWithReads(recognition)) // only of its half, because no other process runs
  expect(killedAfter.size).toBeGreaterThan(0)

  await using _low = await recognition.start('0-1/4')
  const own = async () => (await storesWithReads(recognition)).filter((id) => !killedAfter.has(id))
  await waitFor(async () => expect((await own()).length).toBeGreaterThan(0))
  await publish(sent.slice(300))
  const ofLow = new Set(await own())
  const expectedOfLow = sent.filter(({ storeId }) => ofLow.has(storeId)).length
  const isDone = async () => {
    const { sql } = recognition.backend
    const [row] = await sql<{ reads: number }[]>`
      select count(*)::integer as reads from recognition.reads where store_id = any(${[...ofLow]})`
    expect(row?.reads).toBe(expectedOfLow)
  }
  await waitFor(isDone)
  expect(await countOf(recognition)).toBeLessThan(sent.length)

  await using _high = await recognition.start('2-3/4')
  await waitFor(async () => expect(await countOf(recognition)).toBe(sent.length))
  await waitFor(async () => expect(await recognition.kept('READS')).toBe(0)) // all reads are processed and purged
  const { sql } = recognition.backend
  const arrivals = await sql<
    { read_id: string; received_at: Date }[]
  >`select read_id, received_at from recognition.reads`
  const arrived = new Map(arrivals.map(({ read_id, received_at }) => [read_id, received_at.getTime()]))
  for (const carNumber of plates)
    for (const { storeId } of stores) {
      const reads = sent
        .filter((read) => read.carNumber === carNumber && read.storeId === storeId)
        .map(
          ({ recognizedAt, deviceId, message }): NewRead => ({
            recognizedAt,
            deviceId,
            receivedAt: arrived.get(message.readId as string) ?? 0,
          }),
        )
      const rows = await sql<{ first_read_at: Date; last_read_at: Date; reads: number }[]>`
        select first_read_at, last_read_at, reads from recognition.visits
        where car_number = ${carNumber} and store_id = ${storeId} and merged_into is null order by first_read_at`
      expect(rows.map((row) => [row.first_read_at.getTime(), row.last_read_at.getTime(), row.reads])).toEqual(
        referenceVisits(reads, 10 * minutes).map((visit) => [visit.firstReadAt, visit.lastReadAt, visit.reads]),
      )
    }
  expect(await recognition.deadLetters()).toEqual([])
})

test('a process stops when the number of READS partitions changes, and its restart loses no read', async () => {
  await using recognition = await startTestRecognition()
  const stores = await openStores(recognition, 6)
  const publish = (times: number) =>
    Promise.all(
      stores.flatMap(({ storeId, deviceId }) =>
        Array.from({ length: times }, (_, at) =>
          recognition.publish(readOf(`12가${4000 + at}`), `recognition.read.${storeId}.${deviceId}`),
        ),
      ),
    )
  await using before = await processOf(recognition, {})
  await before.line('ready')
  await publish(5)
  await split(recognition, 3)
  await publish(5)
  expect((await before.line('stopping')).reason).toBe('number of READS partitions changed')
  await before.exited
  await publish(5)
  await recognition.publish('nonsense', `recognition.read.${recognition.storeId}.${recognition.deviceId}`)
  await using _after = await recognition.start()
  await waitFor(async () => expect(await countOf(recognition)).toBe(stores.length * 15))
  await waitFor(async () => expect(await recognition.kept('READS')).toBe(0))
  // a dead letter has the subject that the device published to
  expect(
    (await recognition.deadLetters()).map(({ subject, storeId, reason }) => ({ subject, storeId, reason })),
  ).toEqual([
    {
      subject: `recognition.read.${recognition.storeId}.${recognition.deviceId}`,
      storeId: recognition.storeId,
      reason: 'notJson',
    },
  ])
})
