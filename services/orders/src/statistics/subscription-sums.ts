import { type PeriodLength, piecesOf, type Range } from '@kingcar/contract'
import type { Database, Reader } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import { addUp, all, raised, within } from './figures.ts'

/** Changes in a range: of all products, of one product, or by product or period. */
export type SubscriptionSums = {
  /** Start of the period in Unix milliseconds, or null. */
  start: number | null
  productId: string | null
  /** The change of the number of active subscriptions, and of the monthly revenue. */
  active: number
  monthlyRevenue: number
  started: number
  endedByStop: number
  endedByDunning: number
  endedByLeave: number
  endedOtherwise: number
}

type Group = 'none' | 'product' | PeriodLength

const columns = sql`started, ended_by_stop, ended_by_dunning, ended_by_leave, ended_otherwise, monthly_revenue`

/** A time before the first subscription (Unix milliseconds). It is the beginning of a month, so that sums cover it. */
const beginning = Date.parse('1970-01-01T00:00:00+09:00')

/** The sum of all changes up to a time: the number of active subscriptions and the monthly revenue at that time. */
export const readLevels = (db: Reader, until: number, by: 'none' | 'product', productId: string | undefined) =>
  readSums(db, { since: Math.min(beginning, until), until }, by, productId)

/** Changes in a range, by product or by calendar periods. Whole days and months are read as sums. */
export function readSums(
  db: Reader,
  range: Range,
  by: Group,
  productId: string | undefined,
): Promise<SubscriptionSums[]> {
  const byDays = by === 'hour' || by === 'day' || by === 'week'
  const { summed, pieces, rest } = piecesOf(range, byDays ? ['day'] : ['day', 'month'])
  const ofProduct = productId === undefined ? sql`true` : sql`product_id = ${productId}`
  const stored = by === 'product' ? sql`product_id <> ${all} and ${ofProduct}` : sql`product_id = ${productId ?? all}`
  const sources = [
    ...pieces.map(
      ({ length, ranges }) => sql`
        select product_id, starts_at as at, ${columns} from subscription_figures
        where length = ${length} and ${stored} and ${within(sql`starts_at`, ranges)}`,
    ),
    sql`select product_id, day, ${columns} from subscription_figure_changes
      where ${ofProduct} and ${within(sql`day`, [summed])}`,
    sql`select product_id, e.at, ${columns} from user_products p
      cross join lateral
        subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause, p.earlier_prices) e
      where ${within(sql`e.at`, rest)} and ${ofProduct} and p.id in (
        select id from user_products where ${within(sql`starts_at`, rest)}
        union all select id from user_products where ${within(sql`ended_at`, rest)}
        union all select id from user_products where earlier_prices is not null and ${isLastPriceAfter(rest)}
      )`,
  ]
  const period = sql`(extract(epoch from date_trunc(${by}, at, 'Asia/Seoul')) * 1000)::double precision`
  const start = by === 'none' || by === 'product' ? sql`null::double precision` : period
  return db.execute<SubscriptionSums>(sql`
    select start, "productId", started, "endedByStop", "endedByDunning", "endedByLeave", "endedOtherwise", "monthlyRevenue",
      started - "endedByStop" - "endedByDunning" - "endedByLeave" - "endedOtherwise" as active
    from (
      select ${start} as start, ${by === 'product' ? sql`product_id` : sql`null::uuid`} as "productId",
        ${sumOf(sql`started`)} as started, ${sumOf(sql`ended_by_stop`)} as "endedByStop",
        ${sumOf(sql`ended_by_dunning`)} as "endedByDunning", ${sumOf(sql`ended_by_leave`)} as "endedByLeave",
        ${sumOf(sql`ended_otherwise`)} as "endedOtherwise", ${sumOf(sql`monthly_revenue`)} as "monthlyRevenue"
      from (${sql.join(sources, sql` union all `)}) f group by 1, 2
    ) s`)
}

/** Whether a price has changed since the start of these ranges. */
const isLastPriceAfter = (ranges: readonly Range[]): SQL => {
  if (ranges.length === 0) return sql`false`
  const start = new Date(Math.min(...ranges.map(({ since }) => since)))
  return sql`earlier_prices -> -1 ->> 'until' >= ${start.toISOString()}`
}

const sumOf = (column: SQL) => sql`sum(${column})::double precision`

/**
 * Adds up the changes in the table `subscription_figure_changes`, so that it stays small: each transaction that starts
 * or ends subscriptions adds rows.
 */
export const compactSubscriptionFigures = (db: Pick<Database, 'transaction'>) =>
  addUp(
    db,
    sql`subscription_figure_changes`,
    sql`
      insert into subscription_figures as f (length, product_id, starts_at, ${columns})
      select length, product, starts_at, sum(started), sum(ended_by_stop), sum(ended_by_dunning), sum(ended_by_leave),
        sum(ended_otherwise), sum(monthly_revenue)
      from taken
      cross join lateral (values ('day', day), ('month', date_trunc('month', day, 'Asia/Seoul'))) l (length, starts_at)
      cross join lateral (values (product_id), (${all})) s (product)
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (length, product_id, starts_at) do update set ${sql.join(
        [
          sql`started`,
          sql`ended_by_stop`,
          sql`ended_by_dunning`,
          sql`ended_by_leave`,
          sql`ended_otherwise`,
          sql`monthly_revenue`,
        ].map(raised),
        sql`, `,
      )}`,
  )
