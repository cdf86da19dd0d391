import type { Tx } from '@kingcar/db'
import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { webhooks } from '../tables.ts'

export type LookupScope = { askedAt: Date; about?: readonly string[] }

const isPending = (orderId: string) => and(eq(webhooks.orderId, orderId), isNull(webhooks.doneAt))

/**
 * The provider was asked at `askedAt`: what its notices of this order said before is taken in by now.
 * @param about the payment that it was asked about; undefined where it was asked about all of the order's
 */
export const markWebhooksDone = (tx: Tx, orderId: string, { askedAt, about }: LookupScope, now: Date) =>
  tx
    .update(webhooks)
    .set({ doneAt: now })
    .where(
      and(
        isPending(orderId),
        lte(webhooks.receivedAt, askedAt),
        about === undefined ? undefined : inArray(webhooks.impUid, [...about]),
      ),
    )

/** Whether a notice of this order came that nobody has asked the provider about yet. */
export async function hasPendingWebhook(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx.select({ impUid: webhooks.impUid }).from(webhooks).where(isPending(orderId)).limit(1)
  return rows.length > 0
}
