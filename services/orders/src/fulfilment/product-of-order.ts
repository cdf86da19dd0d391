import { monthsAfter } from '@kingcar/contract'
import { type Tx, uuidv7 } from '@kingcar/db'
import { and, eq, gt } from 'drizzle-orm'
import { findHeld, heldErrorOf, lockHolding } from '../order/held-product.ts'
import { addLedgerEntry } from '../order/queries.ts'
import { type OrderRow, orders, type UserProductRow, userProducts } from '../tables.ts'
import { isPaidBeyond, renewedPeriod } from '../user-product/period.ts'
import {
  addUserProduct,
  changeUserProduct,
  endUserProduct,
  lockUserProduct,
  notInDunning,
} from '../user-product/queries.ts'

/**
 * Gives the member what a paid order is for: a new product, or the next period of the product that the order renews.
 * @returns `nothing` where the product to renew has ended, or its renewal was stopped, in the meantime, and where the member has
 * got the subscription with another order
 */
export const grantProduct = (tx: Tx, order: OrderRow, at: Date): Promise<UserProductRow | 'nothing'> =>
  order.renews === null ? addOwnProduct(tx, order, order.paidAt ?? at) : extendProduct(tx, order, order.renews, at)

async function addOwnProduct(tx: Tx, order: OrderRow, startsAt: Date): Promise<UserProductRow | 'nothing'> {
  if ((await replaceHeld(tx, order, startsAt)) === 'held') return 'nothing'
  const { productType: type, billingMonths, useLimit, carLimit, carId, usesPerDay, usesPerStay } = order
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
    carLimit,
    carId,
    usesPerDay,
    usesPerStay,
    storeIds: order.storeIds,
    state: 'Available',
    remainingUses: useLimit,
    startsAt,
    endsAt,
    nextBillingAt: order.storeId === null ? endsAt : null, // no card is known at a counter
    orderId: order.id,
    createdAt: startsAt,
  })
}

/** Ends the member's subscription of the same product if its renewal is unpaid: a charge for it in progress is refunded. */
async function replaceHeld(tx: Tx, order: OrderRow, at: Date): Promise<'held' | undefined> {
  if (heldErrorOf(order) === undefined) return undefined
  await lockHolding(tx, order)
  const found = await findHeld(tx, order)
  const held = found && (await lockUserProduct(tx, found.id))
  if (!held || (held.state !== 'Available' && held.state !== 'Unavailable')) return undefined
  if (held.dueAt === null) return 'held'
  await endUserProduct(tx, held, { state: 'Complete', cause: 'replaced', at })
  return undefined
}

async function extendProduct(tx: Tx, order: OrderRow, id: string, at: Date): Promise<UserProductRow | 'nothing'> {
  const found = await lockUserProduct(tx, id)
  const { renewalDueAt } = order
  if (!found || found.billingMonths === null || renewalDueAt === null || found.nextBillingAt === null) return 'nothing'
  if (found.state !== 'Available' && found.state !== 'Unavailable') return 'nothing'
  if (isPaidBeyond(found, renewalDueAt)) return 'nothing'
  const before = found.anchorAt ?? found.startsAt
  const { anchor, endsAt } = renewedPeriod(before, found.billingMonths, renewalDueAt, order.paidAt ?? at)
  if (anchor !== before) addLedgerEntry(tx, order, { from: order.state, at, actorId: null, cause: 'anchorMoved' })
  const renewed = {
    state: 'Available' as const,
    remainingUses: found.useLimit,
    endsAt,
    nextBillingAt: endsAt,
    ...(anchor !== before && { anchorAt: anchor }),
    ...notInDunning,
  }
  return changeUserProduct(tx, found, renewed, ['renewed'])
}

/**
 * Cancels the product of an order that was refunded in full, whatever is left of it. A product with a later paid period
 * stays.
 */
export async function withdrawProduct(tx: Tx, order: OrderRow, at: Date): Promise<void> {
  if (order.userProductId === null) return
  const found = await lockUserProduct(tx, order.userProductId)
  if (!found || found.state === 'Cancel') return
  if (await isLaterPeriodPaid(tx, order, found.id)) {
    await changeUserProduct(tx, found, { refunding: false })
    return
  }
  await endUserProduct(tx, found, { state: 'Cancel', cause: 'withdrawn', at }, { refunding: false })
}

async function isLaterPeriodPaid(tx: Tx, { renewalDueAt }: OrderRow, id: string): Promise<boolean> {
  const later = renewalDueAt === null ? undefined : gt(orders.renewalDueAt, renewalDueAt)
  const paid = and(eq(orders.renews, id), eq(orders.state, 'Completed'), later)
  return (await tx.select({ id: orders.id }).from(orders).where(paid).limit(1)).length > 0
}

/**
 * Marks whether the product's money is being refunded: while it is, no visit uses the product. A product that is usable again is
 * emitted, so that recent visits during the refund use it.
 */
export async function setRefunding(tx: Tx, order: OrderRow, refunding: boolean): Promise<void> {
  if (order.userProductId === null) return
  const found = await lockUserProduct(tx, order.userProductId)
  if (!found || found.refunding === refunding) return
  if (refunding) await tx.update(userProducts).set({ refunding }).where(eq(userProducts.id, found.id))
  else await changeUserProduct(tx, found, { refunding })
}
