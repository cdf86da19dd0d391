import type { Tx } from '@kingcar/db'
import { and, desc, eq, sql } from 'drizzle-orm'
import { findOpenIntents } from '../intent/queries.ts'
import { type Credit, creditOf } from '../price/period-price.ts'
import { type OrderRow, orders, type UserProductRow } from '../tables.ts'
import { currentPeriodStart } from './pause.ts'
import { lockUserProduct } from './queries.ts'

/** The value of the unused days of the current period of a subscription, which the caller has locked, at a time. */
export async function creditOfHeld(tx: Tx, held: UserProductRow & { endsAt: Date }, at: Date): Promise<Credit> {
  const { endsAt, pausedMs, useLimit, remainingUses } = held
  const startsAt = new Date(currentPeriodStart(held).getTime() + pausedMs)
  return creditOf({ value: await valueOfPeriod(tx, held), startsAt, endsAt, useLimit, remainingUses }, at)
}

/**
 * The credit that an order of another plan got for the period that this order paid: 0 for an earlier period of the
 * plan, null if no order has replaced the plan. Locks the plan, so that none replaces it at the same time: the caller
 * refunds no more than the rest.
 */
export async function creditTaken(tx: Tx, { id, memberId, userProductId }: OrderRow): Promise<number | null> {
  if (userProductId === null) return null
  await lockUserProduct(tx, userProductId)
  // An order that is only Paid has replaced nothing.
  const isPaid = eq(orders.state, 'Completed')
  const replacing = and(eq(orders.memberId, memberId), eq(orders.replaces, userProductId), isPaid)
  const credit = sql<number | null>`sum(${orders.credit})::integer`
  const [row] = await tx.select({ credit }).from(orders).where(replacing)
  if (row?.credit == null) return null
  const latest = await findLatestOrder(tx, { id: userProductId, memberId })
  return latest?.id === id ? row.credit : 0
}

/** The order of the last paid period of a plan; undefined if it was refunded. */
async function findLatestOrder(
  tx: Tx,
  { id, memberId }: Pick<UserProductRow, 'id' | 'memberId'>,
): Promise<OrderRow | undefined> {
  const paid = and(eq(orders.memberId, memberId), eq(orders.userProductId, id), eq(orders.state, 'Completed'))
  const [latest] = await tx
    .select()
    .from(orders)
    .where(paid)
    .orderBy(sql`${orders.renewalDueAt} desc nulls last`, desc(orders.createdAt))
    .limit(1)
  return latest
}

/**
 * The amount that was paid for the current period and is neither refunded nor being refunded, including the credit of
 * the plan before it.
 */
async function valueOfPeriod(tx: Tx, held: UserProductRow): Promise<number> {
  const latest = await findLatestOrder(tx, held)
  if (!latest) return 0
  const { amount, credit, refundedAmount, paymentUid } = latest
  const open = await findOpenIntents(tx, latest.id)
  const refunding = open.filter((each) => each.kind === 'cancel' && each.paymentUid === paymentUid)
  return amount + credit - refundedAmount - refunding.reduce((sum, each) => sum + each.amount, 0)
}
