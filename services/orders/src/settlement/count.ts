import type { contract, Input, Result } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'

type Totals = Result<typeof contract.orders.countSettlements>

/** Adds up the rows of all settlement files, or of the days of some; a row is stored once, whatever files have it. */
export async function countSettlements(
  { db: { search } }: Pick<Ctx, 'db'>,
  { ids }: Input<typeof contract.orders.countSettlements>,
): Promise<Totals> {
  const ofDays =
    ids &&
    sql`where exists (
    select from settlement_files f where f.id = any(${makePgArray(ids)}::uuid[]) and r.day between f.from_day and f.to_day
  )`
  const [totals] = await search.execute<Record<keyof Totals, string>>(sql`
    select count(*) as rows, coalesce(sum(amount) filter (where movement = 'paid'), 0) as paid,
      coalesce(sum(amount) filter (where movement = 'refunded'), 0) as refunded,
      coalesce(sum(fee + vat), 0) as fee, coalesce(sum(settled), 0) as settled
    from settlement_rows r ${ofDays}`)
  if (!totals) throw new Error('an aggregate has no row')
  const { rows, paid, refunded, fee, settled } = totals
  return {
    ...{ rows: Number(rows), paid: Number(paid), refunded: Number(refunded) },
    ...{ fee: Number(fee), settled: Number(settled) },
  }
}
