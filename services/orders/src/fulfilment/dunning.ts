import type { DunningReason } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { isPaidBeyond } from '../price/period.ts'
import type { OrderRow } from '../tables.ts'
import { changeUserProduct, endUserProduct, lockUserProduct } from '../user-product/queries.ts'
import { afterFailedCharge, isUsableUnpaid } from './retry-schedule.ts'

/**
 * Decides about the product after a failed renewal. A product whose last retry failed, or that was stopped, is
 * complete.
 */
export async function handleFailedRenewal(tx: Tx, order: OrderRow, reason: DunningReason, now: Date): Promise<void> {
  const { renews, renewalDueAt: dueAt, createdAt: begunAt } = order
  if (renews === null || dueAt === null) return
  const found = await lockUserProduct(tx, renews)
  if (!found || (found.state !== 'Available' && found.state !== 'Unavailable')) return
  if (isPaidBeyond(found, dueAt)) return
  const isUsable = found.state === 'Available'
  const before = (found.dueAt && found.dunning) ?? undefined
  const scheduledAt = found.nextBillingAt
  const next = scheduledAt && afterFailedCharge(before, { dueAt, scheduledAt, begunAt, at: now, reason, isUsable })
  if (next) {
    const { dunning, nextTryAt: nextBillingAt } = next
    const state = next.isUsable ? 'Available' : 'Unavailable'
    await changeUserProduct(tx, found, { state, nextBillingAt, dueAt, dunning }, ['paymentFailed'])
  } else {
    const cause = scheduledAt === null ? 'stopped' : 'unpaid'
    await endUserProduct(tx, found, { state: 'Complete', cause, at: now })
  }
}

/** Milliseconds after which a renewal whose charge has no known outcome counts as unpaid; most outcomes are known in seconds. */
const unpaidAfterMs = 5 * 60_000

/**
 * Marks a renewal as unpaid if its charges do not reach the provider or have no known outcome. Charges and lookups
 * continue, and do not count as scheduled charges. As after any temporary failure, the product stays usable for a day.
 */
export async function handleUnknownRenewal(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { renews, renewalDueAt: dueAt, createdAt } = order
  if (renews === null || dueAt === null || now.getTime() < createdAt.getTime() + unpaidAfterMs) return
  const found = await lockUserProduct(tx, renews)
  if (!found || found.nextBillingAt === null || isPaidBeyond(found, dueAt)) return
  const first = { since: createdAt.toISOString(), reason: 'bankUnavailable', scheduledTries: 0, otherTries: 0 } as const
  const dunning = (found.dueAt && found.dunning) ?? first
  const isUsable = found.state === 'Available' && isUsableUnpaid(dunning.since, now)
  const state = isUsable ? 'Available' : 'Unavailable'
  if (found.dueAt === null || found.state !== state) await changeUserProduct(tx, found, { state, dueAt, dunning })
}
