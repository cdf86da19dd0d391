import type { Tx } from '@kingcar/db'
import { and, desc, eq, sql } from 'drizzle-orm'
import { type Credit, creditOf } from '../price/period-price.ts'
import { orders, type UserProductRow } from '../tables.ts'
import { currentPeriodStart } from './pause.ts'

/** What the unused days of the current period of a subscription, which the caller has locked, are worth at a time. */
export async function creditOfHeld(tx: Tx, held: UserProductRow & { endsAt: Date }, at: Date): Promise<Credit> {
  const { endsAt, pausedMs, useLimit, remainingUses } = held
  const startsAt = new Date(currentPeriodStart(held).getTime() + pausedMs)
  return creditOf({ value: await valueOfPeriod(tx, held), startsAt, endsAt, useLimit, remainingUses }, at)
}

/** What was paid for the current period and not refunded, with the credit of the plan before it. */
async function valueOfPeriod(tx: Tx, { id, memberId }: UserProductRow): Promise<number> {
  const paid = and(eq(orders.memberId, memberId), eq(orders.userProductId, id), eq(orders.state, 'Completed'))
  const [latest] = await tx
    .select({ amount: orders.amount, credit: orders.credit, refunded: orders.refundedAmount })
    .from(orders)
    .where(paid)
    .orderBy(sql`${orders.renewalDueAt} desc nulls last`, desc(orders.createdAt))
    .limit(1)
  return latest === undefined ? 0 : latest.amount + latest.credit - latest.refunded
}
