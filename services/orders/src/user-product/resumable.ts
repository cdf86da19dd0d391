import type { Reader } from '@kingcar/db'
import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { members, products, type UserProductRow, userProducts } from '../tables.ts'
import { isPaused } from './queries.ts'

/**
 * The ids of the products whose stopped renewal can be resumed: bought subscriptions in their paid period, of members
 * who have not left, unless the deletion of the product has stopped its subscriptions.
 */
export async function findResumable(read: Reader, rows: readonly UserProductRow[], now: Date): Promise<Set<string>> {
  const stopped = rows.filter((row) => isStopped(row, now)).map(({ id }) => id)
  if (stopped.length === 0) return new Set()
  const ended = await read
    .select({ id: userProducts.id })
    .from(userProducts)
    .leftJoin(products, eq(products.id, userProducts.productId))
    .leftJoin(members, eq(members.id, userProducts.memberId))
    .where(and(inArray(userProducts.id, stopped), or(products.stopsSubscriptions, isNotNull(members.leftAt))))
  const resumable = new Set(stopped)
  for (const { id } of ended) resumable.delete(id)
  return resumable
}

function isStopped(row: UserProductRow, now: Date): boolean {
  const { state, billingMonths, endsAt, nextBillingAt, orderId, refunding, stopRequestedAt } = row
  const wasRenewing = billingMonths !== null && orderId !== null // a granted subscription is for one period
  const isPaid = endsAt !== null && endsAt > now
  const wasStopped = nextBillingAt === null || stopRequestedAt !== null
  return (state === 'Available' || isPaused(row)) && wasStopped && !refunding && wasRenewing && isPaid
}
