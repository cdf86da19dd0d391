import type { Tx } from '@kingcar/db'
import { and, eq, isNotNull, lte, or } from 'drizzle-orm'
import { type UserProductRow, userProducts } from '../tables.ts'
import { changeUserProduct } from '../user-product/queries.ts'

/**
 * Number of failed charges of one period, in addition to scheduled ones, after which a member cannot start another: a
 * member with many cards may not own them.
 */
const maxOtherTries = 8

export const mayRetry = ({ dunning }: Pick<UserProductRow, 'dunning'>): boolean =>
  (dunning?.otherTries ?? 0) < maxOtherTries

/**
 * Schedules an immediate charge of a member's unpaid renewals to the main card, which the member has just chosen. If a
 * charge of a renewal is in progress and fails, the renewal is charged again.
 * @returns whether a renewal is unpaid
 */
export async function retryUnpaidRenewals(tx: Tx, memberId: string, now: Date): Promise<boolean> {
  const isUnpaid = or(isNotNull(userProducts.dueAt), lte(userProducts.nextBillingAt, now))
  const unpaid = await tx
    .select()
    .from(userProducts)
    .where(and(eq(userProducts.memberId, memberId), isNotNull(userProducts.nextBillingAt), isUnpaid))
    .orderBy(userProducts.id)
    .for('update')
  for (const row of unpaid) if (mayRetry(row)) await changeUserProduct(tx, row, { retryRequestedAt: now })
  return unpaid.length > 0
}
