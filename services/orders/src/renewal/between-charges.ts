import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { and, eq, inArray } from 'drizzle-orm'
import { paymentInProgress } from '../payment/errors.ts'
import { orders, type UserProductRow } from '../tables.ts'

/**
 * Asserts that a subscription that the caller has locked is in a paid period, and that no charge for the next one has begun, by any
 * process. A renewal takes the product's lock before it begins.
 * @throws AppError USER_PRODUCT_STATE_INVALID, CONFLICT while the renewal is being charged
 */
export async function assertBetweenCharges(tx: Tx, row: UserProductRow, now: Date) {
  const { type, state, dueAt, nextBillingAt, orderId, refunding, endsAt } = row
  const renews = type === 'subscribe' && state === 'Available' && nextBillingAt !== null && orderId !== null
  if (!renews || dueAt !== null || refunding || endsAt === null || endsAt <= now)
    throw new AppError('USER_PRODUCT_STATE_INVALID')
  const open = and(eq(orders.renews, row.id), inArray(orders.state, ['Create', 'Reserved']))
  if ((await tx.$count(orders, open)) > 0) throw paymentInProgress()
  return { ...row, endsAt }
}
