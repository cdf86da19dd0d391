import { type PeriodLength, piecesOf, type Range } from '@kingcar/contract'
import type { Database, Reader } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import { addUp, all, isAt, raised, within } from './figures.ts'

/** The kinds of rows of money. */
export type MoneyGroup = 'none' | 'store' | 'product' | 'method' | 'storeAndMethod' | Exclude<PeriodLength, 'hour'>
export type MoneyFilter = { storeIds?: readonly string[] | undefined; productId?: string | undefined }

/** `key`: start of the period in Unix milliseconds, the method, or the id of the store or product; empty for all together. */
export type MoneySums = {
  key: string
  orders: number
  paid: number
  refunded: number
  owed: number
  renewalsTried: number
  renewalsFailed: number
  renewalsRecovered: number
}

const names = [
  sql`orders`,
  sql`paid`,
  sql`refunded`,
  sql`owed`,
  sql`renewals_tried`,
  sql`renewals_failed`,
  sql`renewals_recovered`,
]
const columns = sql.join(names, sql`, `)
const sums = sql.join(
  names.map((name) => sql`sum(${name})`),
  sql`, `,
)
const facts = sql`orders, paid_won, refunded_won, owed_won, renewals_tried, renewals_failed, renewals_recovered`

/** Written as in the index, which PostgreSQL uses only for the same expression. */
const movedAt = sql`coalesce(l.moved_at, l.at)`

/** The key of the group of products that are valid at several stores. */
export const severalStoresId = '00000000-0000-0000-0000-000000000000'

/** Money in a range, of some stores, one product or all. Whole days and months are read as sums. */
export function readMoney(
  db: Reader,
  range: Range,
  by: MoneyGroup,
  { storeIds, productId }: MoneyFilter,
): Promise<MoneySums[]> {
  const byDays = by === 'day' || by === 'week'
  const { summed, pieces, rest } = piecesOf(range, byDays ? ['day'] : ['day', 'month'])
  const here = isAt(storeIds)
  const ofProduct = productId === undefined ? sql`true` : sql`product_id = ${productId}`
  const isGrouped = by === 'store' || by === 'product' || by === 'method' || by === 'storeAndMethod'
  const isOfAll = storeIds === undefined && productId === undefined && !isGrouped
  const stored = isOfAll ? sql`product_id = ${all}` : sql`product_id <> ${all} and ${here} and ${ofProduct}`
  const sources = [
    ...pieces.map(
      ({ length, ranges }) => sql`
        select product_id, store_id, method, starts_at as at, ${columns} from money_figures
        where length = ${length} and ${stored} and ${within(sql`starts_at`, ranges)}`,
    ),
    sql`select product_id, store_id, method, day, ${columns} from money_figure_changes
      where ${here} and ${ofProduct} and ${within(sql`day`, [summed])}`,
    sql`select product_id, store_id, method, happened_at, ${facts} from ledger l cross join lateral
        money_facts(l.order_id, l.at, l.moved_at, l.from_state, l.to_state, l.cause, l.amount, l.paid, l.refunded)
      where ${here} and ${ofProduct} and ${within(movedAt, rest)}`,
  ]
  return db.execute<MoneySums>(sql`
    select ${keyOf(by)} as key, ${sumOf(sql`orders`)} as orders, ${sumOf(sql`paid`)} as paid, ${sumOf(sql`refunded`)} as refunded,
      ${sumOf(sql`owed`)} as owed, ${sumOf(sql`renewals_tried`)} as "renewalsTried",
      ${sumOf(sql`renewals_failed`)} as "renewalsFailed", ${sumOf(sql`renewals_recovered`)} as "renewalsRecovered"
    from (${sql.join(sources, sql` union all `)}) f group by 1`)
}

/** The discounts in won of orders that were paid in a range, by the key of `readMoney`. */
export async function readDiscounts(
  db: Reader,
  range: Range,
  by: MoneyGroup,
  { storeIds, productId }: MoneyFilter,
): Promise<Map<string, number>> {
  const ofProduct = productId === undefined ? sql`true` : sql`product_id = ${productId}`
  const found = await db.execute<{ key: string; discount: number }>(sql`
    select ${keyOf(by)} as key, ${sumOf(sql`discount`)} as discount
    from (
      select o.product_id, coalesce(o.store_id, order_store(o.store_ids)) as store_id,
        order_method(o.payment_details, o.renews) as method, r.paid_at as at, r.discount
      from coupon_redemptions r join orders o on o.id = r.order_id where ${within(sql`r.paid_at`, [range])}
    ) f where ${isAt(storeIds)} and ${ofProduct} group by 1`)
  return new Map(found.map(({ key, discount }) => [key, discount]))
}

function keyOf(by: MoneyGroup): SQL {
  if (by === 'none') return sql`''`
  if (by === 'method') return sql`method`
  if (by === 'storeAndMethod') return sql`store_id::text || ' ' || method`
  if (by === 'store') return sql`store_id::text`
  if (by === 'product') return sql`product_id::text`
  return sql`(extract(epoch from date_trunc(${by}, at, 'Asia/Seoul')) * 1000)::bigint::text`
}

const sumOf = (column: SQL) => sql`sum(${column})::double precision`

/**
 * Adds up the changes in the table `money_figure_changes`, so that it stays small: each transaction that moves money
 * adds rows.
 */
export const compactMoneyFigures = (db: Pick<Database, 'transaction'>) =>
  addUp(
    db,
    sql`money_figure_changes`,
    sql`
      insert into money_figures as f (length, product_id, store_id, method, starts_at, ${columns})
      select k.length, k.product, k.store, k.by_method, k.starts_at, ${sums}
      from taken cross join lateral money_figure_keys(product_id, store_id, method, day) k
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (length, product_id, store_id, method, starts_at) do update set ${sql.join(
        names.map(raised),
        sql`, `,
      )}`,
  )
