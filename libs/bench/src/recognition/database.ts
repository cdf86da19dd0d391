import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '@kingcar/db'
import { root } from '@kingcar/deploy/paths'
import postgres, { type Sql } from 'postgres'
import { secretHashOf } from './pipeline.ts'
import { readsOfStay, type Workload } from './workload.ts'

const password = randomBytes(16).toString('hex')

/**
 * Makes a database with the tables of recognition, as full as after years: stores, plates, of which every other one is a
 * member's, and visits of the past with their reads. Gives the address for the service's role.
 */
export async function createDatabase(
  server: string,
  name: string,
  workload: Workload,
  history: number,
): Promise<string> {
  await onServer(server, (sql) => sql.unsafe(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  const folder = join(root, 'services/recognition/migrations')
  await migrate({ url: url.href, services: [{ name: 'recognition', password, folder }], log: () => undefined })
  await fillDatabase(url.href, workload, history)
  url.username = 'recognition'
  url.password = password
  return url.href
}

/** Fills the tables of recognition in a database that has them. */
export const fillDatabase = (url: string, workload: Workload, history: number): Promise<void> =>
  onServer(url, (sql) => fill(sql, workload, history))

/** Version of the server. */
export const postgresVersion = (server: string): Promise<string> =>
  onServer(server, async (sql) => {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
    return row?.version ?? 'unknown'
  })

async function onServer<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Rows as the service would write them; visits are an hour apart, and the last was two hours ago. */
async function fill(sql: Sql, { stores, devices, plates }: Workload, history: number): Promise<void> {
  await sql`set search_path = recognition`
  await sql`
    insert into stores (id, name, version) select id, name, 1 from jsonb_to_recordset(${sql.json([...stores])}) as s (id uuid, name text)`
  await sql`
    insert into devices (id, store_id, name, secret_hash)
    select id, store_id, '출입구', secret_hash from unnest(
      ${devices.map(({ id }) => id)}::uuid[], ${devices.map(({ storeId }) => storeId)}::uuid[],
      ${devices.map(({ secret }) => secretHashOf(secret))}::text[]
    ) as d (id, store_id, secret_hash)`
  await sql`
    insert into plates (car_number, member_id, member_name)
    select car_number, case when n % 2 = 0 then gen_random_uuid() end, case when n % 2 = 0 then '홍길동' end
    from unnest(${plates as string[]}::text[]) with ordinality as p (car_number, n)`
  await sql`
    insert into visits (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, member_id, member_name)
    select d.store_id, p.car_number, d.id, v.at, v.at + interval '1 minute', v.at, ${readsOfStay}, false, p.member_id, p.member_name
    from generate_series(1, ${history}) n
    cross join lateral (select now() - interval '2 hours' - (${history} - n) * interval '1 minute' as at) v
    join unnest(${plates as string[]}::text[]) with ordinality as o (car_number, n) on o.n = n.n % ${plates.length} + 1
    join plates p on p.car_number = o.car_number
    join unnest(${devices.map(({ id }) => id)}::uuid[], ${devices.map(({ storeId }) => storeId)}::uuid[])
      with ordinality as d (id, store_id, n) on d.n = (n.n * 7) % ${devices.length} + 1`
  await sql`
    insert into reads (device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction, image_id, bounding_box)
    select v.device_id, gen_random_uuid(), r.at, r.at, v.store_id, v.car_number, v.car_number, 0.97, 'in', gen_random_uuid(),
      '{"x":812,"y":440,"width":196,"height":48}'
    from visits v cross join generate_series(0, ${readsOfStay - 1}) n
    cross join lateral (select v.first_read_at + n * interval '15 seconds' as at) r`
  await sql`
    insert into read_ids (device_id, read_id, recognized_at, content_hash)
    select device_id, read_id, recognized_at, uuid_send(gen_random_uuid()) from reads`
  await sql`
    update plates p set visits = v.visits
    from (select car_number, count(*)::integer as visits from visits group by car_number) v where v.car_number = p.car_number`
  await sql`vacuum analyze stores, plates, visits, reads, read_ids`
  await sql`checkpoint` // its writes are none of a slice's
}
