import type { contract, Input, Result } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'

type Totals = Result<typeof contract.orders.countSettlements>

/** Adds up the days of all settlement files, or of some: a trigger sums the rows of each day. */
export async function countSettlements(
  { db: { search } }: Pick<Ctx, 'db'>,
  { ids }: Input<typeof contract.orders.countSettlements>,
): Promise<Totals> {
  const ofDays =
    ids &&
    sql`where day in (
    select generate_series(from_day, to_day, '1 day')::date from settlement_files where id = any(${makePgArray(ids)}::uuid[])
  )`
  const [totals] = await search.execute<Record<keyof Totals, string>>(sql`
    select coalesce(sum(rows), 0) as rows, coalesce(sum(paid), 0) as paid, coalesce(sum(refunded), 0) as refunded,
      coalesce(sum(fee), 0) as fee, coalesce(sum(settled), 0) as settled
    from settlement_figures ${ofDays}`)
  if (!totals) throw new Error('an aggregate has no row')
  const { rows, paid, refunded, fee, settled } = totals
  return {
    ...{ rows: Number(rows), paid: Number(paid), refunded: Number(refunded) },
    ...{ fee: Number(fee), settled: Number(settled) },
  }
}
