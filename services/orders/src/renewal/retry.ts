import type { Tx } from '@kingcar/db'
import { and, eq, isNotNull } from 'drizzle-orm'
import { orders, userProducts } from '../tables.ts'
import { changeUserProduct } from '../user-product/queries.ts'

/** Charges of one period after which another card triggers no retry: a member with many cards may not own them. */
const maxTries = 8

/** Makes a member's failed renewals due now, after the member has chosen another main card. */
export async function retryFailedRenewals(tx: Tx, memberId: string, now: Date): Promise<void> {
  const unpaid = await tx
    .select()
    .from(userProducts)
    .where(
      and(
        eq(userProducts.memberId, memberId),
        eq(userProducts.state, 'Unavailable'),
        isNotNull(userProducts.dueAt),
        isNotNull(userProducts.nextBillingAt),
      ),
    )
    .orderBy(userProducts.id)
    .for('update')
  for (const row of unpaid) {
    const tries = await tx.$count(orders, and(eq(orders.renews, row.id), eq(orders.renewalDueAt, row.dueAt ?? now)))
    if (tries < maxTries) await changeUserProduct(tx, row, { nextBillingAt: now })
  }
}
