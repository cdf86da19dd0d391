import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '@kingcar/db'
import { send, signIn } from '@kingcar/e2e/http'
import type { Product } from '@kingcar/e2e/product'
import { root } from '@kingcar/localstack/paths'
import type { Sql } from 'postgres'

/** Adds products as an administrator does, waits until the orders service has them, and returns their ids. */
export async function addProducts({ ready }: Product, sql: Sql, prices: readonly number[]): Promise<string[]> {
  const { accessToken: token } = await signIn(ready.http, ready.email, ready.password)
  const ids: string[] = []
  for (const price of prices) {
    const body = { name: `손세차 ${price}`, type: 'onetime', price, onSale: true }
    const reply = await send<{ result: { id: string } }>(ready.http, 'POST', '/admin/api/products', { token, body })
    if (reply.status !== 201) throw new Error(`creating a product returned ${reply.status} ${reply.text}`)
    ids.push(reply.body.result.id)
  }
  const known = async () => (await sql`select from orders.products where id = any(${ids}::uuid[])`).length
  while ((await known()) < ids.length) await wait(20)
  return ids
}

/** Adds a coupon that applies without a code, any number of times for a member. */
export async function addCoupon(
  { ready }: Product,
  coupon: { productIds: readonly string[]; limitTotal: number | null },
): Promise<void> {
  const { accessToken: token } = await signIn(ready.http, ready.email, ready.password)
  const body = { name: '할인', automatic: true, discountWon: 1_000, limitPerMember: null, ...coupon }
  const reply = await send(ready.http, 'POST', '/admin/api/coupons', { token, body })
  if (reply.status !== 201) throw new Error(`creating a coupon returned ${reply.status} ${reply.text}`)
}

/** Writes members as their events would, dated an hour ago, and returns their ids. */
export async function addMembers(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into orders.members (id, name, email, phone_number, version)
    select uuidv7(interval '-1 hour'), '김회원', 'member' || n || '@bench.test', '+8210' || 30000000 + n, 1
    from generate_series(1, ${count}) n
    returning id`
  return rows.map(({ id }) => id)
}

/**
 * Creates a database on the same server with the tables of the orders service, and returns its URLs.
 * @param password of the service's role, which is shared by the whole server
 */
export async function createCopy(
  sql: Sql,
  server: string,
  name: string,
  password: string,
): Promise<{ superuser: string; service: string }> {
  await sql.unsafe(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const folder = join(root, 'services/orders/migrations')
  await migrate({ url: url.href, services: [{ name: 'orders', password, folder }], log: () => undefined })
  const superuser = url.href
  Object.assign(url, { username: 'orders', password })
  return { superuser, service: url.href }
}

/** Copies the rows of an orders table from one database to the other. */
export async function copyRows(from: Sql, to: Sql, table: 'products' | 'members'): Promise<void> {
  const [all] = await from<{ rows: string }[]>`select jsonb_agg(t)::text as rows from ${from(`orders.${table}`)} t`
  const columns = await to<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${`orders.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  const names = columns.map(({ name }) => `"${name}"`).join()
  await to.unsafe(
    `insert into orders.${table} (${names}) select ${names} from jsonb_populate_recordset(null::orders.${table}, $1::text::jsonb)`,
    [all?.rows ?? '[]'],
  )
}
