import { type Tx, uuidv7 } from '@kingcar/db'
import { and, eq, gt } from 'drizzle-orm'
import { type OrderRow, orders, type UserProductRow, userProducts } from '../tables.ts'
import { endOfNextPeriod, isPaidBeyond, monthsAfter } from '../user-product/period.ts'
import { addUserProduct, changeUserProduct, lockUserProduct } from '../user-product/queries.ts'

/**
 * Gives the member what a paid order is for: a new product, or the next period of the product that the order renews.
 * @returns `ended` where the product to renew has ended in the meantime
 */
export const grantProduct = (tx: Tx, order: OrderRow, at: Date): Promise<UserProductRow | 'ended'> =>
  order.renews === null ? addOwnProduct(tx, order, order.paidAt ?? at) : extendProduct(tx, order, order.renews, at)

function addOwnProduct(tx: Tx, order: OrderRow, startsAt: Date): Promise<UserProductRow> {
  const { productType: type, billingMonths, useLimit } = order
  const endsAt = billingMonths === null ? null : monthsAfter(startsAt, billingMonths)
  return addUserProduct(tx, {
    id: uuidv7(),
    memberId: order.memberId,
    productId: order.productId,
    productName: order.productName,
    type,
    price: order.amount,
    billingMonths,
    useLimit,
    storeIds: order.storeIds,
    state: 'Available',
    remainingUses: useLimit,
    startsAt,
    endsAt,
    nextBillingAt: endsAt,
    orderId: order.id,
    createdAt: startsAt,
  })
}

async function extendProduct(tx: Tx, order: OrderRow, id: string, at: Date): Promise<UserProductRow | 'ended'> {
  const found = await lockUserProduct(tx, id)
  const { renewalDueAt } = order
  if (!found || found.billingMonths === null || renewalDueAt === null) return 'ended'
  if (found.state !== 'Available' && found.state !== 'Unavailable') return 'ended'
  if (isPaidBeyond(found, renewalDueAt)) return 'ended'
  // a very late charge pays for the current period, and not for past ones without use
  const endsAt = endOfNextPeriod(found.startsAt, found.billingMonths, renewalDueAt > at ? renewalDueAt : at)
  const nextBillingAt = found.nextBillingAt === null ? null : endsAt // null where the member has stopped the renewal
  return changeUserProduct(tx, found, {
    state: 'Available',
    remainingUses: found.useLimit,
    endsAt,
    nextBillingAt,
    dueAt: null,
  })
}

/**
 * Cancels the product of an order that was refunded in full, whatever is left of it. A product with a later paid period
 * stays.
 */
export async function withdrawProduct(tx: Tx, order: OrderRow): Promise<void> {
  if (order.userProductId === null) return
  const found = await lockUserProduct(tx, order.userProductId)
  if (!found || found.state === 'Cancel') return
  if (await isLaterPeriodPaid(tx, order, found.id)) {
    await changeUserProduct(tx, found, { refunding: false })
    return
  }
  await changeUserProduct(tx, found, { state: 'Cancel', nextBillingAt: null, dueAt: null, refunding: false })
}

async function isLaterPeriodPaid(tx: Tx, { renewalDueAt }: OrderRow, id: string): Promise<boolean> {
  const later = renewalDueAt === null ? undefined : gt(orders.renewalDueAt, renewalDueAt)
  const paid = and(eq(orders.renews, id), eq(orders.state, 'Completed'), later)
  return (await tx.select({ id: orders.id }).from(orders).where(paid).limit(1)).length > 0
}

/** Marks whether the product's money is being refunded: while it is, no visit uses the product. */
export async function setRefunding(tx: Tx, order: OrderRow, refunding: boolean): Promise<void> {
  if (order.userProductId === null) return
  await tx.update(userProducts).set({ refunding }).where(eq(userProducts.id, order.userProductId))
}
