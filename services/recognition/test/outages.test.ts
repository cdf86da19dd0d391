import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { waitFor } from '@kingcar/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Recognition, readOf, startTestRecognition } from './recognition.ts'

let recognition: Recognition
let service: AsyncDisposable
beforeEach(async () => {
  recognition = await startTestRecognition()
  service = await recognition.start()
})
afterEach(async () => {
  await service[Symbol.asyncDispose]()
  await recognition[Symbol.asyncDispose]()
})

const plates = Array.from({ length: 30 }, (_, at) => `20가${2000 + at}`)
const counts = () => plates.map((plate) => recognition.visits(plate).map(({ visitCount }) => visitCount))

/**
 * Makes the database unavailable to the service until the returned function is called; the owner's connections stay.
 */
async function closeDatabase(): Promise<() => Promise<unknown>> {
  const { sql } = recognition.backend
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const name = row?.name ?? ''
  await sql.unsafe(`revoke connect on database ${name} from recognition`)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = 'recognition'`
  return () => sql.unsafe(`grant connect on database ${name} to recognition`)
}

test('while the database is unavailable reads wait without counted deliveries; then each counts once', async () => {
  await recognition.handle(readOf(plates[0] ?? ''))
  const { again } = await recognition.waiting()
  const open = await closeDatabase()
  for (const plate of plates.slice(1)) await recognition.publish(readOf(plate))
  expect(recognition.published).toHaveLength(1)
  await wait(1_000) // long enough for a redelivery
  expect(await recognition.waiting()).toMatchObject({ all: plates.length - 1 })
  await open()
  await recognition.settled()
  expect(await recognition.waiting()).toEqual({ all: 0, again })
  expect(counts()).toEqual(plates.map(() => [1]))
  expect(recognition.published).toHaveLength(plates.length)
  expect(await recognition.deadLetters()).toEqual([])
})

test('a service stops quickly while the database is unavailable, and loses nothing', async () => {
  await recognition.handle(readOf(plates[0] ?? ''))
  const open = await closeDatabase()
  for (const plate of plates.slice(1)) await recognition.publish(readOf(plate))
  const began = performance.now()
  await service[Symbol.asyncDispose]()
  expect(performance.now() - began).toBeLessThan(5_000)
  await open()
  service = await recognition.start()
  await recognition.settled()
  expect(counts()).toEqual(plates.map(() => [1]))
})

test('a restart of a killed nats-server loses no read and no visit', async () => {
  for (const plate of plates) await recognition.publish(readOf(plate))
  await recognition.backend.nats.kill()
  await recognition.backend.nats.start()
  await recognition.settled()
  expect(counts()).toEqual(plates.map(() => [1]))
})

test('while VISITS is full stored reads stay unacknowledged; then their visits are published', async () => {
  const empty = await recognition.fillVisits()
  for (const plate of plates) await recognition.publish(readOf(plate))
  const { sql } = recognition.backend
  await waitFor(async () => expect((await sql`select from recognition.visits`).length).toBeGreaterThan(0))
  expect(await recognition.waiting()).toMatchObject({ all: plates.length })
  await empty()
  await recognition.settled()
  expect(counts()).toEqual(plates.map(() => [1]))
})

test('a read that another transaction is storing is found, and not counted twice', async () => {
  const plate = plates[0] ?? ''
  const read = readOf(plate, { readId: randomUUID() })
  await recognition.handle(read)
  const { sql } = recognition.backend
  const held = await sql.reserve()
  try {
    await sql`truncate recognition.reads, recognition.read_ids, recognition.visits, recognition.plates`
    await held`begin`
    await held`
      insert into recognition.read_ids (device_id, read_id, recognized_at, content_hash)
      values (${recognition.deviceId}, ${read.readId as string}, ${read.recognizedAt as string}, '\\x00')`
    await recognition.publish(read)
    await expect.poll(() => recognition.lockWaits('arrived')).toBe(1)
    await held`commit`
  } finally {
    held.release()
  }
  await recognition.settled()
  expect(await recognition.deadLetters()).toMatchObject([{ reason: 'readIdReused' }])
  expect(await sql`select from recognition.visits`).toHaveLength(0)
})
