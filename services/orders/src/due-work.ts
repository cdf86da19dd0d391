import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from './context.ts'
import { cashReceipts, intents, memberStores, orders, products, userProducts } from './tables.ts'
import { daysAhead, isToAnnounce } from './user-product/announce-ends.ts'

/**
 * When each job has work next, in milliseconds; null if it has none. Each part reads the beginning of an index. Expired
 * numbers of receipts are not included, because finding them needs a long query: the run of each minute erases them.
 */
type DueWork = Record<
  | 'product-activation-and-expiry'
  | 'period-end-announcement'
  | 'deleted-products-stop'
  | 'members-came-emission'
  | 'order-reconciliation'
  | 'intent-recovery'
  | 'subscription-renewal'
  | 'cash-receipt-settlement',
  number | null
>

/**
 * Returns when the jobs have work next. Work that cannot be done yet, such as a renewal whose charge is open, stays
 * due: the job finds nothing, and the query runs again after the next commit or after ten seconds.
 */
export async function findDueWork({ db, now }: { db: Pick<Database, 'read'>; now: Ctx['now'] }): Promise<DueWork> {
  const at = sql`${now().toISOString()}::timestamptz`
  const until = (time: ReturnType<typeof sql>, from = at) => sql`(extract(epoch from ${time} - ${from}) * 1000)::float8`
  const [row] = await db.read.execute<DueWork>(sql`
    select
      ${until(sql`least(
        (select min(greatest(starts_at, paused_until)) from ${userProducts} where state = 'Unavailable' and due_at is null),
        (select min(ends_at) from ${userProducts} where state = 'Available' and next_billing_at is null and ends_at is not null)
      )`)} as "product-activation-and-expiry",
      ${until(sql`(
        select min(ends_at) - make_interval(days => ${daysAhead}::integer) from ${userProducts} where ${isToAnnounce}
      )`)} as "period-end-announcement",
      (select 0 from ${userProducts} join ${products} on ${products.id} = ${userProducts.productId}
        where ${products.stopsSubscriptions} and ${userProducts.nextBillingAt} is not null limit 1) as "deleted-products-stop",
      (select 0 from ${memberStores} where not emitted limit 1) as "members-came-emission",
      ${until(sql`(select min(check_at) from ${orders} where check_at is not null)`)} as "order-reconciliation",
      ${until(sql`(select min(try_at) from ${intents} where state = 'open')`, sql`clock_timestamp()`)} as "intent-recovery",
      least(
        (select 0 from ${userProducts} where retry_requested_at is not null limit 1),
        ${until(sql`(select min(next_billing_at) from ${userProducts} where next_billing_at is not null and not refunding)`)}
      ) as "subscription-renewal",
      ${until(sql`(select min(try_at) from ${cashReceipts} where try_at is not null)`, sql`clock_timestamp()`)} as "cash-receipt-settlement"`)
  if (!row) throw new Error('a query without a row')
  return row
}
