import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

/** Number of cars at one store, and of concurrent ones. */
const [cars, atOnce] = [200, 10]

test('plans cached for empty tables use the plate index when the tables have grown', async () => {
  for (let from = 0; from < cars; from += atOnce) {
    const plates = Array.from({ length: atOnce }, (_, at) => `${10 + ((from + at) % 61)}가${1_000 + from + at}`) // no two look alike
    await Promise.all(plates.map((plate) => recognition.publish(readOf(plate, { recognizedAt: ago(2) }))))
    await recognition.settled()
  }
  await recognition.own('10가1000', randomUUID(), '홍길동')
  await expect.poll(() => recognition.visits('10가1000').map(({ name }) => name)).toEqual(['홍길동'])
  const lookUps = async () => {
    const [used] = await recognition.backend.sql<[{ scans: number; rows: number }]>`
      select sum(idx_scan)::int as scans, sum(idx_tup_read)::int as rows from pg_stat_user_indexes
      where schemaname = 'recognition' and relname = 'visits'`
    return used
  }
  // PostgreSQL updates its statistics with a delay
  await expect.poll(async () => (await lookUps()).scans).toBeGreaterThanOrEqual(cars)
  const { scans, rows } = await lookUps()
  expect(rows / scans).toBeLessThan(2)
  const [table] = await recognition.backend.sql<[{ rows: number }]>`
    select seq_tup_read::int as rows from pg_stat_user_tables where schemaname = 'recognition' and relname = 'visits'`
  expect(table.rows).toBe(0)
})

test('reads of lookalikes at other stores, or of another hour, cost a new read nothing', async () => {
  const { backend, storeId, deviceId } = recognition
  for (const [store, hours] of [
    [randomUUID(), 0],
    [storeId, 2],
  ] as const)
    await backend.sql`
      insert into recognition.reads (device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence)
      select ${deviceId}, gen_random_uuid(), now() - ${hours} * interval '1 hour' - n * interval '1 millisecond', now(), ${store},
        '20거5630', '20거5630', 0.9
      from generate_series(1, 2000) n`
  const ofClass = async () => {
    const [used] = await backend.sql<[{ scans: number; rows: number }]>`
      select sum(idx_scan)::int as scans, sum(idx_tup_read)::int as rows from pg_stat_user_indexes
      where schemaname = 'recognition' and indexrelname like '%plate_class%'`
    return used
  }
  const before = await ofClass()
  await recognition.handle(readOf('20가5630', { recognizedAt: ago(2) }))
  await expect.poll(async () => (await ofClass()).scans).toBeGreaterThan(before.scans)
  expect((await ofClass()).rows - before.rows).toBeLessThan(1_000) // some of the other test are counted with a delay
})

test('candidates are looked up at stores that have some, and nowhere else', async () => {
  const { subject } = await recognition.addStore()
  const lookUps = async () => {
    const [used] = await recognition.backend.sql<[{ scans: number }]>`
      select sum(idx_scan)::int as scans from pg_stat_user_indexes
      where schemaname = 'recognition' and indexrelname like '%store_id_recognized_at%'`
    return used.scans
  }
  const candidates = [{ carNumber: '77하7777', confidence: 0.5 }]
  await recognition.publish(readOf('20가5631', { recognizedAt: ago(2) }))
  await recognition.settled()
  expect(await lookUps()).toBe(0)
  await recognition.publish(readOf('20가5632', { recognizedAt: ago(2), candidates }), subject)
  await recognition.settled()
  await expect.poll(lookUps).toBeGreaterThan(0)
})

test('the visits in review are found without the earlier visits of their plates', async () => {
  const { backend, storeId, deviceId } = recognition
  const { sql } = backend
  await sql`
    insert into recognition.visits (id, store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late,
      doubtful_reads, revision)
    select gen_random_uuid(), ${storeId}, '21가5640', ${deviceId}, at, at + interval '1 minute', at, 1, false, 1, 1
    from generate_series(now() - interval '5000 hours', now() - interval '1 hour', interval '1 hour') at`
  await sql`insert into recognition.plates (car_number, visits) values ('21가5640', 5000)`
  await sql`
    insert into recognition.read_reviews (read_id, device_id, store_id, recognized_at, received_at, read_as, raw, confidence, reason)
    select gen_random_uuid(), device_id, store_id, first_read_at, received_at, car_number, car_number, 0.9, 'doubtful'
    from recognition.visits where car_number = '21가5640' order by first_read_at desc limit 1`
  const ofPlates = async () => {
    const [used] = await sql<[{ scans: number; rows: number }]>`
      select sum(idx_scan)::int as scans, sum(idx_tup_read)::int as rows from pg_stat_user_indexes
      where schemaname = 'recognition' and indexrelname in ('visits_in_reach', 'visits_of_plate')`
    return used
  }
  const before = await ofPlates()
  const { content } = await admin.call(contract.recognition.listVisits, { review: 'open' })
  expect(content).toMatchObject([{ carNumber: '21가5640', doubtful: true }])
  await expect.poll(async () => (await ofPlates()).scans).toBeGreaterThan(before.scans)
  expect((await ofPlates()).rows - before.rows).toBeLessThan(1_000)
})
