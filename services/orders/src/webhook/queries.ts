import { sendInOrder, type Tx } from '@kingcar/db'
import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { type orders, webhooks } from '../tables.ts'

/** The time of a lookup at the provider, and its payments; without `about` it covers all payments of the order. */
export type LookupScope = { askedAt: Date; about?: readonly string[] }

/** Whether a webhook belongs to this order, and no lookup has followed it yet. */
export const isPendingOf = (orderId: string | typeof orders.id) =>
  and(eq(webhooks.orderId, orderId), isNull(webhooks.doneAt))

/** Marks webhooks of an order as done that arrived before the lookup: its response includes what they announced. */
export const markWebhooksDone = (tx: Tx, orderId: string, { askedAt, about }: LookupScope, now: Date): void => {
  const covered = and(
    isPendingOf(orderId),
    lte(webhooks.receivedAt, askedAt),
    about === undefined ? undefined : inArray(webhooks.impUid, [...about]),
  )
  sendInOrder(tx, tx.update(webhooks).set({ doneAt: now }).where(covered))
}

/** Which of these orders have a webhook that no lookup at the provider has followed yet. */
export async function findPendingOrders(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ orderId: webhooks.orderId })
    .from(webhooks)
    .where(and(inArray(webhooks.orderId, [...orderIds]), isNull(webhooks.doneAt)))
  return new Set(rows.map(({ orderId }) => orderId))
}
