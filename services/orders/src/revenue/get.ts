import { type contract, type Input, periodAt, periodsOf, type Result, rangeOf } from '@kingcar/contract'
import { inRange } from '@kingcar/db'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { ledger } from '../tables.ts'

type Op = typeof contract.orders.getRevenue
type Row = { start: number; paid: number; refunded: number; count: number }

/** Periods in one response at most. */
const mostPeriods = 400

/**
 * Payments and refunds by day or month in Asia/Seoul, including empty periods. Money counts when it moved at the provider, which
 * may be earlier than the entry of the ledger: a payment whose webhook was lost is found later.
 */
export async function getRevenue({ db }: Pick<Ctx, 'db'>, input: Input<Op>): Promise<Result<Op>> {
  const { by = 'day' } = input
  const range = rangeOf(input)
  const revenue = new Map(
    periodsOf(range, by, mostPeriods).map(({ name }) => [name, { period: name, paid: 0, refunded: 0, count: 0 }]),
  )
  const days = await db.search.execute<Row>(byDay(inRange(movedAt, range)))
  for (const { start, paid, refunded, count } of days) {
    const period = revenue.get(periodAt(start, by).name)
    if (!period) continue // an empty range has no periods
    period.paid += paid
    period.refunded += refunded
    period.count += count
  }
  return [...revenue.values()]
}

/** Written as in the index, which is used only then. */
const movedAt = sql`coalesce(${ledger.movedAt}, ${ledger.at})`

/** `count` is the number of paid orders, since every order is paid at most once. */
const byDay = (which: SQL | undefined): SQL => sql`
  select (extract(epoch from date_bin('1 day', ${movedAt}, timestamptz '1970-01-01T00:00+09')) * 1000)::double precision
      as start,
    sum(${ledger.paid})::double precision as paid, sum(${ledger.refunded})::double precision as refunded,
    (count(*) filter (where ${ledger.paid} > 0))::integer as count
  from ${ledger} where ${and(sql`(${ledger.paid} <> 0 or ${ledger.refunded} <> 0)`, which)}
  group by 1`
