import type { Caller } from '@kingcar/bus'
import { type contract, type Input, periodAt, periodsOf, type Result, rangeOf } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { readMoney } from './money-sums.ts'

type Op = typeof contract.orders.getRevenue

/** Largest number of periods in one response. */
const mostPeriods = 400

/**
 * Payments and refunds by day or month in Asia/Seoul, including empty periods, from the figures of money. Money counts when it
 * moved at the provider, which may be earlier than the entry of the ledger: a payment whose webhook was lost is found later.
 */
export async function getRevenue({ db }: Pick<Ctx, 'db'>, input: Input<Op>, { stores }: Caller): Promise<Result<Op>> {
  const { by = 'day' } = input
  const range = rangeOf(input)
  const periods = periodsOf(range, by, mostPeriods)
  const found = await readMoney(db.search, range, by, { storeIds: stores ?? undefined })
  const byName = new Map(found.map((sums) => [periodAt(Number(sums.key), by).name, sums]))
  return periods.map(({ name: period }) => {
    const { paid = 0, refunded = 0, orders: count = 0 } = byName.get(period) ?? {}
    return { period, paid, refunded, count }
  })
}
