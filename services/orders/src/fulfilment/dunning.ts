import type { Tx } from '@kingcar/db'
import type { OrderRow } from '../tables.ts'
import { isPaidBeyond } from '../user-product/period.ts'
import { changeUserProduct, lockUserProduct } from '../user-product/queries.ts'
import { nextRetry } from './retry-schedule.ts'

/** After a failed renewal the product is unavailable until it is paid; after the last retry, or if stopped, complete. */
export async function handleFailedRenewal(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  if (order.renews === null || order.renewalDueAt === null) return
  const found = await lockUserProduct(tx, order.renews)
  if (!found || (found.state !== 'Available' && found.state !== 'Unavailable')) return
  if (isPaidBeyond(found, order.renewalDueAt)) return
  const nextBillingAt =
    found.nextBillingAt === null ? null : nextRetry(order.renewalDueAt, order.renewalAttempt ?? 1, now)
  if (nextBillingAt === null) await changeUserProduct(tx, found, { state: 'Complete', nextBillingAt, dueAt: null })
  else await changeUserProduct(tx, found, { state: 'Unavailable', nextBillingAt, dueAt: order.renewalDueAt })
}
