import { sendInOrder, type Tx } from '@kingcar/db'
import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { type orders, webhooks } from '../tables.ts'

/** When the provider was asked, and about which payments; without `about` it was asked about all of the order's. */
export type LookupScope = { askedAt: Date; about?: readonly string[] }

/** Whether a webhook is of this order, and has not been followed by a lookup yet. */
export const isPendingOf = (orderId: string | typeof orders.id) =>
  and(eq(webhooks.orderId, orderId), isNull(webhooks.doneAt))

/**
 * Marks as done the webhooks of an order that arrived before the lookup, whose response covers what they announced.
 */
export const markWebhooksDone = (tx: Tx, orderId: string, { askedAt, about }: LookupScope, now: Date): void => {
  const covered = and(
    isPendingOf(orderId),
    lte(webhooks.receivedAt, askedAt),
    about === undefined ? undefined : inArray(webhooks.impUid, [...about]),
  )
  sendInOrder(tx, tx.update(webhooks).set({ doneAt: now }).where(covered))
}

/** Which of these orders have a webhook that has not been followed by a lookup at the provider yet. */
export async function findPendingOrders(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ orderId: webhooks.orderId })
    .from(webhooks)
    .where(and(inArray(webhooks.orderId, [...orderIds]), isNull(webhooks.doneAt)))
  return new Set(rows.map(({ orderId }) => orderId))
}
