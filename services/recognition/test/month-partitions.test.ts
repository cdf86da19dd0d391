import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '@kingcar/db'
import { temporaryFolder, testDatabase } from '@kingcar/testing'
import postgres, { type Sql } from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { dropExpiredMonths } from '../src/read/month-partitions.ts'
import { readOf, startBeforeAll } from './recognition.ts'

const connect = (url: string) => postgres(url, { max: 8, onnotice: () => undefined })

/** The months with a partition, in order. */
async function months(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'recognition.reads'::regclass order by 1`
  return rows.map(({ name }) => name.replace('recognition.reads_', ''))
}

/** The partition name of the month `ahead` months from now. */
function month(ahead: number, now = new Date()): string {
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
  return at.toISOString().slice(0, 7).replace('-', '_')
}
const from14To2 = Array.from({ length: 17 }, (_, at) => at - 14)

describe('with the service', () => {
  const recognition = startBeforeAll()
  let sql: Sql
  beforeAll(async () => {
    sql = recognition.backend.sql
  })

  const stored = async (read: { readId?: unknown }) =>
    (await sql`select from recognition.reads where read_id = ${read.readId as string}`).length
  const lastInstant = () => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth()) - 1)

  test.each([
    ['12.9 months old', () => new Date(Date.now() - 12.9 * 30.4 * 86_400_000)],
    ['of the last instant of a month', lastInstant],
    ['of the first instant of a month', () => new Date(lastInstant().getTime() + 1)],
  ])('a read %s is stored once, and another read with its id is rejected in every month', async (_, at) => {
    const read = readOf('12가3456', { recognizedAt: at().toISOString() })
    const before = (await recognition.deadLetters()).length
    for (let times = 0; times < 2; times++) {
      await recognition.handle(read)
    }
    expect(await stored(read)).toBe(1)
    await recognition.publish({ ...read, recognizedAt: new Date(at().getTime() - 40_000).toISOString() })
    await recognition.publish({ ...read, recognizedAt: new Date(Date.now() - 65 * 86_400_000).toISOString() })
    await recognition.settled()
    expect(await stored(read)).toBe(1)
    const reasons = (await recognition.deadLetters()).slice(before).map(({ reason }) => reason)
    expect(reasons).toEqual(['readIdReused', 'readIdReused'])
  })

  test('a read whose month is missing waits until the month is created', async () => {
    await sql.unsafe(`drop table recognition.reads_${month(0)}`)
    const read = readOf('34나5678')
    await recognition.handle(read)
    expect(await stored(read)).toBe(1)
    expect(recognition.visits('34나5678')).toMatchObject([{ reads: 1 }])
    expect((await recognition.deadLetters()).filter(({ reason }) => reason.startsWith('refused'))).toEqual([])
  })

  test('a start creates missing months', async () => {
    await sql.unsafe(`drop table recognition.reads_${month(1)}, recognition.reads_${month(-14)}`)
    await using _another = await recognition.start()
    await expect.poll(() => months(sql)).toEqual(from14To2.map((ahead) => month(ahead)))
  })

  test('dropping a month deletes its read ids, and those that a crash left of an earlier month', async () => {
    await sql`select recognition.keep_read_partitions(now() - interval '2 months')`
    const [past] = await sql<{ oldest: Date; from: Date }[]>`
      select now() - interval '20 months' as oldest, date_trunc('month', now() - interval '14 months', 'UTC') as from`
    if (!past) throw new Error('no time')
    await sql`truncate recognition.read_ids`
    await sql`
      insert into recognition.read_ids (device_id, read_id, recognized_at, content_hash)
      select gen_random_uuid(), gen_random_uuid(), case when n % 2 = 0 then now() - interval '13 months' else at end, '\\x00'
      from generate_series(1, 4000) n
      cross join lateral (select case when n % 3 = 0 then ${past.oldest} else ${past.from} - interval '1 ms' end as at) t`
    await using db = await recognition.openDatabase()
    await dropExpiredMonths(db, 1)
    expect(await months(sql)).toEqual(from14To2.map((ahead) => month(ahead)))
    expect(await sql`select from recognition.read_ids where recognized_at >= ${past.from}`).toHaveLength(2_000)
    expect(await sql`select from recognition.read_ids where recognized_at < ${past.from}`).toHaveLength(0)
  })

  test('the service’s role may call the function, but not create or drop months; other roles may not call it', async () => {
    const own = connect(recognition.config.DATABASE_URL)
    try {
      await own`select keep_read_partitions(now())`
      for (const statement of [
        'create table recognition.mine ()',
        `create table recognition.reads_2001_01 partition of recognition.reads for values from ('2001-01-01') to ('2001-02-01')`,
        `drop table recognition.reads_${month(0)}`,
        'alter table recognition.reads add column mine text',
        'create or replace function recognition.keep_read_partitions(now timestamptz) returns void language sql as $$$$',
      ])
        await expect(own.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
      for (const moment of [`'infinity'`, 'null'])
        await expect(own.unsafe(`select keep_read_partitions(${moment})`)).rejects.toMatchObject({ code: '22023' })
    } finally {
      await own.end()
    }
    const [open] = await sql`
      select exists (
        select from pg_proc, aclexplode(proacl) where proname = 'keep_read_partitions' and grantee = 0
      ) as "toPublic"`
    expect(open).toEqual({ toPublic: false })
  })
})

describe('with moved clocks', () => {
  const folder = fileURLToPath(new URL('../migrations', import.meta.url))
  const migrateTo = (url: string, migrations = folder) =>
    migrate({
      url,
      services: [{ name: 'recognition', password: 'test', folder: migrations }],
      log: () => undefined,
    })
  const keep = (sql: Sql, now: string) => sql`select recognition.keep_read_partitions(${now})`

  test.each([
    ['2031-05-31T23:59:59.999Z', '2031-05-15T00:00:00Z'],
    ['2031-03-31T00:00:00Z', '2031-03-15T00:00:00Z'],
    ['2032-01-01T00:00:00Z', '2032-01-15T00:00:00Z'],
  ])('at %s the months from 14 back to 2 ahead exist, also with concurrent calls', async (now, within) => {
    await using database = await testDatabase()
    await migrateTo(database.url)
    const sql = connect(database.url)
    try {
      await Promise.all(Array.from({ length: 8 }, () => keep(sql, now)))
      expect(await months(sql)).toEqual(from14To2.map((ahead) => month(ahead, new Date(within))))
    } finally {
      await sql.end()
    }
  })

  test('a month is dropped once its last instant is 14 months ago, or later while it is being read', async () => {
    await using database = await testDatabase()
    await migrateTo(database.url)
    const sql = connect(database.url)
    try {
      await keep(sql, '2031-05-15T00:00:00Z')
      await keep(sql, '2031-05-31T23:59:59.999Z')
      expect(await months(sql)).toContain('2030_03')
      await sql.begin(async (reader) => {
        await reader`select from recognition.reads limit 1`
        await keep(sql, '2031-06-01T00:00:00Z')
        expect(await months(sql)).toEqual(expect.arrayContaining(['2030_03', '2031_08']))
      })
      await keep(sql, '2031-06-01T00:00:00Z')
      expect((await months(sql))[0]).toBe('2030_04')
    } finally {
      await sql.end()
    }
  })

  test('the migration keeps earlier reads, and drops expired ones', async () => {
    await using database = await testDatabase()
    await using before = temporaryFolder()
    const first = join(before.path, 'migrations')
    await mkdir(first)
    for (const file of (await readdir(folder)).filter((name) => name < '0003'))
      await copyFile(join(folder, file), join(first, file))
    await migrateTo(database.url, first)
    const sql = connect(database.url)
    try {
      await sql`
        insert into recognition.reads (
          device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, candidates, content_hash
        )
        select gen_random_uuid(), gen_random_uuid(), now() - months * interval '1 month', now(), gen_random_uuid(),
          '12가3456', '12 가 3456', 0.9, '[]', '\\x00'
        from unnest(array[-5, 0, 1, 6, 12, 13, 13.9, 20]::numeric[]) as m (months)`
      const kept = (table: string) =>
        sql`select * from ${sql(table)} where recognized_at > now() - interval '14 months' order by read_id`
      const before = await kept('recognition.reads')
      expect(before).toHaveLength(7)
      await migrateTo(database.url)
      const unset = { track_id: null, corrected: false, doubtful: false, revisit_seconds: null, candidate_plates: null }
      expect([...(await kept('recognition.reads'))]).toEqual(
        before.map(({ content_hash, ...read }) => ({ ...read, ...unset })),
      )
      expect([...(await kept('recognition.read_ids'))]).toEqual(
        before.map(({ device_id, read_id, recognized_at, content_hash }) => ({
          device_id,
          read_id,
          recognized_at,
          content_hash,
        })),
      )
      for (const table of ['recognition.reads', 'recognition.read_ids'])
        expect(await sql`select from ${sql(table)}`).toHaveLength(7)
    } finally {
      await sql.end()
    }
  })
})
