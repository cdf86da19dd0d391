import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const recognition = startBeforeAll()

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
