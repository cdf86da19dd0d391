import type { DemoPart } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { isDemoRow } from '@kingcar/service'
import { type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { lockMemberWrites } from '../member/queries.ts'

const demo = (column: string) => isDemoRow(sql.raw(column))

/**
 * The demo's members of whom nothing is removed: they have rows that a person made, or a charge in progress. Renewals
 * of a demo subscription with a demo card, and automatic uses, do not count as made by a person.
 * @param among the condition of a column with member ids
 */
const keptMembers = (among: (column: string) => SQL) => sql`
  select o.member_id from orders o
  where ${among('o.member_id')} and not ${demo('o.id')} and (
    o.renews is null or not ${demo('o.renews')}
    or exists (select from intents i where i.order_id = o.id and i.card_id is not null and not ${demo('i.card_id')})
  )
  union select u.member_id from user_products u where ${among('u.member_id')} and not ${demo('u.id')}
  union select c.member_id from cards c where ${among('c.member_id')} and c.state = 'kept' and not ${demo('c.id')}
  union select l.member_id from use_logs l where ${among('l.member_id')} and l.by_hand
  union select o.member_id from intents i join orders o on o.id = i.order_id where i.state = 'open' and ${among('o.member_id')}`

/** Rows that are the demo's or belong to its members. */
const members = sql`
  select u.member_id from user_products u where ${demo('u.id')} and ${demo('u.member_id')}
  union select o.member_id from orders o where ${demo('o.id')} and ${demo('o.member_id')}
  union select c.member_id from cards c where ${demo('c.id')} and ${demo('c.member_id')}`

/** Counts the rows of the demo's members. */
export async function countDemoOrders(tx: Tx): Promise<DemoPart['items']> {
  const tables = [
    ['orders', 'orders'],
    ['userProducts', 'user_products'],
    ['useLogs', 'use_logs'],
  ] as const
  const counts = tables.map(
    ([kind, table]) => sql`
      select ${kind}::text as kind, count(*) filter (where k.member_id is null)::integer as removable,
        count(*) filter (where k.member_id is not null)::integer as kept
      from member m join ${sql.raw(table)} t using (member_id) left join kept k using (member_id)`,
  )
  const rows = await tx.execute<DemoPart['items'][number]>(sql`
    with member as materialized (${members}), kept as materialized (${keptMembers(demo)})
    ${sql.join(counts, sql` union all `)}`)
  return rows.map(({ kind, removable, kept }) => ({ kind, removable, kept }))
}

/**
 * Members and products that have to stay in other services: the kept members, and the products of all rows that stay.
 */
export async function findDemoInUse(tx: Tx): Promise<NonNullable<DemoPart['inUse']>> {
  const rows = await tx.execute<{ kind: 'member' | 'product'; id: string }>(sql`
    with member as materialized (${members}), kept as materialized (${keptMembers(demo)}), product as (
      select product_id, member_id from orders where ${demo('product_id')}
      union select product_id, member_id from user_products where ${demo('product_id')}
    )
    select 'member' as kind, member_id as id from kept
    union all
    select distinct 'product', p.product_id from product p
    where p.member_id not in (select member_id from member) or p.member_id in (select member_id from kept)`)
  const idsOf = (kind: 'member' | 'product') => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { storeIds: [], memberIds: idsOf('member'), productIds: idsOf('product') }
}

type Removed = { orders: number; userProducts: number; useLogs: number }

/**
 * Removes all rows of some of the demo's members, with the renewals and automatic uses that followed. Of a member it
 * removes all rows or none, because the figures of a recovered renewal need its failed attempts.
 * @returns null if there are none
 */
export async function removeDemoMembers(tx: Tx, size: number): Promise<Removed | null> {
  const found = await tx.execute<{ id: string }>(sql`
    select member_id as id from (${members}) m where member_id not in (${keptMembers(demo)}) order by 1 limit ${size}`)
  if (found.length === 0) return null
  for (const { id } of found) await lockMemberWrites(tx, id)
  const all = makePgArray(found.map(({ id }) => id))
  const kept = await tx.execute<{ id: string }>(sql`
    select member_id as id from (${keptMembers((column) => sql`${sql.raw(column)} = any(${all}::uuid[])`)}) k`)
  const isKept = new Set(kept.map(({ id }) => id))
  const ids = makePgArray(found.map(({ id }) => id).filter((id) => !isKept.has(id)))
  const own = sql`member_id = any(${ids}::uuid[])`
  await tx.execute(sql`select from orders where ${own} order by id for update`)
  await tx.execute(sql`select from user_products where ${own} order by id for update`)
  const ofOrders = sql`order_id in (select id from orders where ${own})`
  for (const table of ['webhooks', 'owed_returns', 'cash_receipts', 'intents', 'ledger'])
    await tx.execute(sql`delete from ${sql.raw(table)} where ${ofOrders}`)
  const removeFrom = async (table: string) =>
    (await tx.execute(sql`delete from ${sql.raw(table)} where ${own} returning 1`)).length
  const useLogs = await removeFrom('use_logs')
  const orders = await removeFrom('orders')
  const userProducts = await removeFrom('user_products')
  await removeFrom('cards')
  return { orders, userProducts, useLogs }
}
