import { randomBytes } from 'node:crypto'
import { startPostgres } from '@kingcar/localstack/postgres'
import { median } from '@kingcar/testing/statistics'
import type { Sql } from 'postgres'
import { cpuOf } from '../cpu.ts'
import { createEmptyDatabase, onServer } from '../recognition/create-database.ts'
import { fillHistory } from '../recognition/fill-history.ts'
import { createWorkload, readsOfStay } from '../recognition/workload.ts'

export type TablesSize = {
  visits: number
  plates: number
  /** Visits whose reads make up the expired month. */
  overdue: number
  plans: number
}

export type TablesCost = {
  /** Bytes of each table and index of visits, reads and their ids, per visit or per read. */
  relations: { name: string; bytes: number; of: 'visit' | 'read' }[]
  /** Cost of removing the same number of reads in each way. */
  removals: { what: string; reads: number; ms: number; walBytes: number; cpuMs: number }[]
  /** Milliseconds to plan the query of a visit's reads, and the number of months. */
  planning: { months: number; all: number; one: number }
  wholeBytes: number
}

/** Disk space of rows, and the cost of dropping a month of them compared with deleting as many. */
export async function tablesCosts(size: TablesSize, folder: string, stack: AsyncDisposableStack): Promise<TablesCost> {
  const postgres = stack.use(await startPostgres({ dataDir: folder, password: randomBytes(12).toString('hex') }))
  const workload = createWorkload(size.plates)
  const { superuser } = await createEmptyDatabase(postgres.url, 'scale', 'recognition')
  await fillHistory(superuser, workload, { visits: size.visits, apart: 60, overdue: size.overdue })
  return onServer(superuser, async (sql) => {
    await sql`set search_path = recognition`
    const reads = (size.visits + size.overdue) * readsOfStay
    const relations = await relationsOf(sql, size.visits, reads)
    const [whole] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`
    const planning = await planningOf(sql, size.plans)
    const gone = size.overdue * readsOfStay
    const measure = (what: string, work: () => Promise<unknown>) =>
      removal(sql, postgres.pid, { what, reads: gone }, work)
    const removals = [
      await measure('a month dropped', () => sql`select keep_read_partitions(now())`),
      await measure(
        'its ids deleted',
        () => sql`
        delete from read_ids where recognized_at < date_trunc('month', now(), 'UTC') - interval '14 months'`,
      ),
      await measure(
        'as many reads deleted',
        () => sql`
        delete from reads where (tableoid, ctid) in (select tableoid, ctid from reads order by recognized_at limit ${gone})`,
      ),
      await measure('and vacuumed', () => sql`vacuum reads`),
    ]
    return { relations, removals, planning, wholeBytes: whole?.bytes ?? 0 }
  })
}

async function relationsOf(sql: Sql, visits: number, reads: number): Promise<TablesCost['relations']> {
  const rows = await sql<{ name: string; table: string; bytes: number }[]>`
    select coalesce(p.relname, c.relname) as name, coalesce(tp.relname, t.relname) as table,
      sum(pg_relation_size(c.oid))::float8 as bytes
    from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
    left join pg_inherits h on h.inhrelid = c.oid left join pg_class p on p.oid = h.inhparent
    left join pg_inherits th on th.inhrelid = t.oid left join pg_class tp on tp.oid = th.inhparent
    where c.relnamespace = 'recognition'::regnamespace and c.relkind in ('r', 'i')
      and coalesce(tp.relname, t.relname) in ('visits', 'reads', 'read_ids')
    group by 1, 2 order by 2 desc, bytes desc`
  return rows.map(({ name, table, bytes }) =>
    table === 'visits' ? { name, bytes: bytes / visits, of: 'visit' } : { name, bytes: bytes / reads, of: 'read' },
  )
}

async function planningOf(sql: Sql, times: number): Promise<TablesCost['planning']> {
  const [newest] = await sql<{ name: string }[]>`
    select 'reads_' || to_char(now() at time zone 'UTC', 'YYYY_MM') as name`
  const [months] = await sql<{ months: number }[]>`
    select count(*)::integer as months from pg_inherits where inhparent = 'reads'::regclass`
  const plan = async (table: string) => {
    const all: number[] = []
    for (let time = 0; time < times; time++) {
      const [row] = await sql<{ 'QUERY PLAN': { 'Planning Time': number }[] }[]>`
        explain (summary, format json) select * from ${sql(table)}
        where car_number = '12가3456' and recognized_at between now() - interval '10 minutes' and now() and rejected is null`
      all.push(row?.['QUERY PLAN'][0]?.['Planning Time'] ?? Number.NaN)
    }
    return median(all)
  }
  return { months: months?.months ?? 0, all: await plan('reads'), one: await plan(newest?.name ?? '') }
}

async function removal(
  sql: Sql,
  pid: number,
  about: { what: string; reads: number },
  work: () => Promise<unknown>,
): Promise<TablesCost['removals'][number]> {
  await sql`checkpoint`
  const position = async () => {
    const [row] = await sql<{ at: string }[]>`select pg_current_wal_insert_lsn()::text as at`
    return row?.at ?? '0/0'
  }
  const [from, began, spent] = [await position(), performance.now(), cpuOf(pid)]
  await work()
  const [ms, cpuMs] = [performance.now() - began, cpuOf(pid) - spent]
  const [wal] = await sql<{ bytes: number }[]>`
    select pg_wal_lsn_diff(${await position()}::pg_lsn, ${from}::pg_lsn)::float8 as bytes`
  return { ...about, ms, cpuMs, walBytes: wal?.bytes ?? 0 }
}
