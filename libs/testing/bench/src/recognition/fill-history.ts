import postgres, { type Sql } from 'postgres'
import { secretHashOf } from './pipeline.ts'
import { readsOfStay, stride, type Workload } from './workload.ts'

export type History = {
  visits: number
  /** Seconds between visits, over all stores; the last one was two hours ago. */
  apart: number
  /** Additional visits of which only the reads are left, in an expired month: the next cleanup drops it. */
  overdue?: number
}

/**
 * Fills the empty tables of recognition as the service would: without their triggers and indexes, which are built afterwards in one
 * go, and reads and their ids in parallel on two sessions.
 */
export async function fillHistory(url: string, workload: Workload, history: History): Promise<void> {
  const connection = { search_path: 'recognition', work_mem: '256MB', maintenance_work_mem: '1GB' }
  const open = () => postgres(url, { max: 1, onnotice: () => undefined, connection })
  const [sql, other] = [open(), open()]
  try {
    await fillPlaces(sql, workload)
    await sql`alter table visits disable trigger user`
    await withoutIndexes(sql, 'visits', () => fillVisits(sql, workload, history))
    await sql`alter table visits enable trigger user`
    await sql`analyze visits, plates` // and with indexes, since the recount looks at the visits of each plate
    await sql`select recount_visits()`
    await sql`truncate visit_totals`
    await sql`insert into visit_totals values (${history.visits})`
    if (history.overdue) await addOverdueMonth(sql)
    await Promise.all([
      withoutIndexes(sql, 'reads', () => fillReads(sql, history)),
      withoutIndexes(other, 'read_ids', () => fillReadIds(other, history)),
    ])
    await Promise.all([
      sql`vacuum analyze stores, plates, visits, reads`.execute(),
      other`vacuum analyze read_ids`.execute(),
    ])
    await sql`checkpoint` // so that its writes are not part of a slice
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), other.end({ timeout: 1 })])
  }
}

async function fillPlaces(sql: Sql, { stores, devices }: Workload): Promise<void> {
  await sql`
    insert into stores (id, name, version) select id, name, 1 from jsonb_to_recordset(${sql.json([...stores])}) as s (id uuid, name text)`
  await sql`
    insert into devices (id, store_id, name, secret_hash)
    select id, store_id, '출입구', secret_hash from unnest(
      ${devices.map(({ id }) => id)}::uuid[], ${devices.map(({ storeId }) => storeId)}::uuid[],
      ${devices.map(({ secret }) => secretHashOf(secret))}::text[]
    ) as d (id, store_id, secret_hash)`
}

/** All plates come equally often; every other one belongs to a member. */
async function fillVisits(sql: Sql, { devices, plates }: Workload, { visits, apart }: History): Promise<void> {
  await sql`
    create temporary table numbered_plates as
    select n - 1 as n, car_number, case when n % 2 = 0 then gen_random_uuid() end as member_id,
      case when n % 2 = 0 then '홍길동' end as member_name
    from unnest(${plates as string[]}::text[]) with ordinality as p (car_number, n)`
  await sql`analyze numbered_plates`
  await sql`
    insert into visits (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, member_id, member_name)
    select d.store_id, p.car_number, d.id, v.at, v.at + interval '1 minute', v.at, ${readsOfStay}, false, p.member_id, p.member_name
    from generate_series(1, ${visits}::bigint) n
    cross join lateral (select now() - interval '2 hours' - (${visits}::bigint - n) * ${apart}::double precision * interval '1 second' as at) v
    join numbered_plates p on p.n = n.n * ${stride} % ${plates.length}
    join unnest(${devices.map(({ id }) => id)}::uuid[], ${devices.map(({ storeId }) => storeId)}::uuid[])
      with ordinality as d (id, store_id, n) on d.n = n.n * ${stride} % ${devices.length} + 1`
  await sql`
    insert into plates (car_number, visits, member_id, member_name)
    select p.car_number, coalesce(v.visits, 0), p.member_id, p.member_name
    from numbered_plates p left join (
      select car_number, count(*) as visits from visits group by car_number
    ) v using (car_number)`
}

/** The cleanup drops months of reads that ended 14 months ago. */
const addOverdueMonth = (sql: Sql) =>
  sql`
  do $$
  declare
    month constant timestamp := date_trunc('month', now() at time zone 'UTC') - interval '15 months';
    name constant text := 'reads_' || to_char(month, 'YYYY_MM');
  begin
    execute format('create table %I (like reads including constraints)', name);
    execute format(
      'alter table reads attach partition %I for values from (%L) to (%L)',
      name, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
    );
  end
  $$`.simple()

/**
 * Visit and time of every read that the service would still have: the cleanup drops those of earlier months. Its id is derived from these, so that reads and their ids can be written in parallel.
 */
const allReads = (sql: Sql, { overdue = 0 }: History) => sql`
  (
    select id, device_id, store_id, car_number, first_read_at from visits
    where first_read_at >= date_trunc('month', now(), 'UTC') - interval '14 months'
    union all (
      select md5(id::text)::uuid, device_id, store_id, car_number, date_trunc('month', now(), 'UTC') - interval '15 months'
      from visits limit ${overdue}::bigint
    )
  ) v
  cross join generate_series(0, ${readsOfStay - 1}::integer) n
  cross join lateral (
    select md5(v.id::text || n)::uuid as id, v.first_read_at + n * interval '15 seconds' as at
  ) r`

const fillReads = (sql: Sql, history: History) => sql`
  insert into reads (device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction, image_id, bounding_box)
  select v.device_id, r.id, r.at, r.at, v.store_id, v.car_number, v.car_number, 0.97, 'in', r.id,
    '{"x":812,"y":440,"width":196,"height":48}'
  from ${allReads(sql, history)}`

const fillReadIds = (sql: Sql, history: History) => sql`
  insert into read_ids (device_id, read_id, recognized_at, content_hash)
  select v.device_id, r.id, r.at, uuid_send(v.id) from ${allReads(sql, history)}`

/** Drops a table's indexes and key while it is filled, in one transaction that starts with an empty table. */
async function withoutIndexes(sql: Sql, table: string, fill: () => PromiseLike<unknown>): Promise<void> {
  const indexes = await sql<{ drop: string; make: string }[]>`
    select case when k.oid is null then format('drop index %I', c.relname)
        else format('alter table %I drop constraint %I', ${table}::text, k.conname) end as drop,
      case when k.oid is null then replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ')
        else format('alter table %I add constraint %I %s', ${table}::text, k.conname, pg_get_constraintdef(k.oid)) end as make
    from pg_index i join pg_class c on c.oid = i.indexrelid
    left join pg_constraint k on k.conindid = c.oid and k.contype in ('p', 'u')
    where i.indrelid = ${table}::regclass`
  await sql`begin`
  await sql`truncate ${sql(table)}`
  for (const { drop } of indexes) await sql.unsafe(drop)
  await fill()
  for (const { make } of indexes) await sql.unsafe(make)
  await sql`commit`
}
