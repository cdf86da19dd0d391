import type { Tx } from '@kingcar/db'
import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { type orders, webhooks } from '../tables.ts'

/** When the provider was asked, and about which payments; without `about` it was asked about all of the order's. */
export type LookupScope = { askedAt: Date; about?: readonly string[] }

/** Whether a webhook is of this order, and has not been followed by a lookup yet. */
export const isPendingOf = (orderId: string | typeof orders.id) =>
  and(eq(webhooks.orderId, orderId), isNull(webhooks.doneAt))

/**
 * Marks webhooks of an order as done that arrived before the provider was asked: its answer covers what they announced.
 */
export const markWebhooksDone = (tx: Tx, orderId: string, { askedAt, about }: LookupScope, now: Date) =>
  tx
    .update(webhooks)
    .set({ doneAt: now })
    .where(
      and(
        isPendingOf(orderId),
        lte(webhooks.receivedAt, askedAt),
        about === undefined ? undefined : inArray(webhooks.impUid, [...about]),
      ),
    )

/** Whether a webhook of this order has not been followed by a lookup at the provider yet. */
export async function hasPendingWebhook(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx.select({ impUid: webhooks.impUid }).from(webhooks).where(isPendingOf(orderId)).limit(1)
  return rows.length > 0
}
