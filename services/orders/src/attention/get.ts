import type { Caller } from '@kingcar/bus'
import {
  type AttentionPart,
  type AttentionPartItem,
  attentionExamples,
  mostAttention,
  seesAttention,
} from '@kingcar/contract'
import { type SQL, sql } from 'drizzle-orm'
import { makePgArray, type PgColumn } from 'drizzle-orm/pg-core'
import { isRefusedReceipt } from '../cash-receipt/queries.ts'
import type { Ctx } from '../context.ts'
import { ofOwnVisitors } from '../member/member-filter.ts'
import { owedReturns, userProducts } from '../tables.ts'

/** Days before their end for which passes without a renewal are listed. */
const endingDays = 7

type Found = { count: number; id: string; name: string; since: number }

/**
 * Counts unpaid renewals, money that is owed to members, refused receipts of the caller's counters, and passes that end
 * soon, each kind if the caller may see it. Each is read from an index that contains only these rows.
 */
export async function getAttention(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  _input: object,
  caller: Caller,
): Promise<AttentionPart> {
  const isSeen = (memberId: PgColumn) => ofOwnVisitors(memberId, caller) ?? sql`true`
  const isProductSeen = isSeen(userProducts.memberId)
  const kinds: [AttentionPartItem['kind'], SQL][] = [
    [
      'failedRenewals',
      sql`select id, member_id, product_name as name, due_at as since from user_products
        where due_at is not null and next_billing_at is not null and ${isProductSeen}`,
    ],
    [
      'owedReturns',
      sql`select owed_returns.id, owed_returns.member_id, o.product_name as name, since from owed_returns join orders o on o.id = order_id
        where settled_at is null and ${isSeen(owedReturns.memberId)}`,
    ],
    [
      'refusedReceipts',
      sql`select o.id, o.member_id, o.product_name as name, coalesce(open_since, cash_receipts.created_at) as since
        from cash_receipts join orders o on o.id = order_id
        where ${isRefusedReceipt} and ${caller.stores ? sql`o.store_id = any(${makePgArray([...caller.stores])}::uuid[])` : sql`true`}`,
    ],
    [
      'endingPasses',
      sql`select id, member_id, product_name as name, ends_at as since from user_products
        where state = 'Available' and next_billing_at is null and ends_at > ${now().toISOString()}::timestamptz
          and ends_at <= ${now().toISOString()}::timestamptz + make_interval(days => ${endingDays}::integer) and ${isProductSeen}`,
    ],
  ]
  const items = await Promise.all(
    kinds.filter(([kind]) => seesAttention(kind, caller.actor)).map(([kind, which]) => itemOf(db, kind, which)),
  )
  return { items: items.flat() }
}

/** Counts entries and names the oldest of them, each with its member. */
async function itemOf({ read }: Ctx['db'], kind: AttentionPartItem['kind'], which: SQL): Promise<AttentionPartItem[]> {
  const found = await read.execute<Found>(sql`
    with found as materialized (${which} order by since, id limit ${mostAttention})
    select (select count(*)::integer from found) as count, f.id, coalesce(m.name, f.name) as name,
      (extract(epoch from f.since) * 1000)::double precision as since
    from (select * from found order by since, id limit ${attentionExamples}) f left join members m on m.id = f.member_id
    order by f.since, f.id`)
  const [oldest] = found
  if (!oldest) return []
  const examples = found.map(({ id, name, since }) => ({ id, name, storeId: null, since: iso(since) }))
  return [{ kind, storeId: null, count: oldest.count, since: iso(oldest.since), examples }]
}

const iso = (at: number) => new Date(at).toISOString()
