import type { Tx } from '@kingcar/db'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { findOpenIntents } from '../intent/queries.ts'
import { type Credit, creditOf } from '../price/period-price.ts'
import { type OrderRow, orders, type UserProductRow } from '../tables.ts'
import { currentPeriodStart } from './pause.ts'
import { lockUserProduct } from './queries.ts'

/** What the unused days of the current period of a subscription, which the caller has locked, are worth at a time. */
export async function creditOfHeld(tx: Tx, held: UserProductRow & { endsAt: Date }, at: Date): Promise<Credit> {
  const { endsAt, pausedMs, useLimit, remainingUses } = held
  const startsAt = new Date(currentPeriodStart(held).getTime() + pausedMs)
  return creditOf({ value: await valueOfPeriod(tx, held), startsAt, endsAt, useLimit, remainingUses }, at)
}

/**
 * What paid orders of other plans were credited for the plan of an order; null where none has replaced it. Locks the plan, so that none
 * replaces it at the same time: the caller refunds no more than the rest.
 */
export async function creditTaken(tx: Tx, { memberId, userProductId }: OrderRow): Promise<number | null> {
  if (userProductId === null) return null
  await lockUserProduct(tx, userProductId)
  const isPaid = inArray(orders.state, ['Paid', 'Completed'])
  const replacing = and(eq(orders.memberId, memberId), eq(orders.replaces, userProductId), isPaid)
  const credit = sql<number | null>`sum(${orders.credit})::integer`
  const [row] = await tx.select({ credit }).from(orders).where(replacing)
  return row?.credit ?? null
}

/** What was paid for the current period and is neither refunded nor being refunded, with the credit of the plan before it. */
async function valueOfPeriod(tx: Tx, { id, memberId }: UserProductRow): Promise<number> {
  const paid = and(eq(orders.memberId, memberId), eq(orders.userProductId, id), eq(orders.state, 'Completed'))
  const [latest] = await tx
    .select()
    .from(orders)
    .where(paid)
    .orderBy(sql`${orders.renewalDueAt} desc nulls last`, desc(orders.createdAt))
    .limit(1)
  if (!latest) return 0
  const { amount, credit, refundedAmount, paymentUid } = latest
  const open = await findOpenIntents(tx, latest.id)
  const refunding = open.filter((each) => each.kind === 'cancel' && each.paymentUid === paymentUid)
  return amount + credit - refundedAmount - refunding.reduce((sum, each) => sum + each.amount, 0)
}
