import { daysAfter, monthsAfter, noPlanTerms, seoulDaysBetween } from '@kingcar/contract'
import { type Tx, uuidv7 } from '@kingcar/db'
import { and, eq, gt } from 'drizzle-orm'
import { afterPayment } from '../coupon/discount.ts'
import { hasLeft } from '../member/queries.ts'
import { findHeld, heldErrorOf, isFirstPriceSpent, lockHolding } from '../order/held-product.ts'
import { addLedgerEntry } from '../order/queries.ts'
import { isPaidBeyond, renewedPeriod } from '../price/period.ts'
import { pricesAfter } from '../price/period-price.ts'
import { type KeptCoupon, type OrderRow, orders, type UserProductRow, userProducts } from '../tables.ts'
import { creditOfHeld } from '../user-product/credit.ts'
import {
  addUserProduct,
  changeUserProduct,
  endUserProduct,
  lockUserProduct,
  notInDunning,
} from '../user-product/queries.ts'

/**
 * Gives the member what a paid order is for: a new product, or the next period of the product that the order renews.
 * @returns `nothing` if the product to renew has ended or its renewal was stopped in the meantime, or if the member has
 * got the subscription with another order
 */
export const grantProduct = (tx: Tx, order: OrderRow, at: Date): Promise<UserProductRow | 'nothing'> =>
  order.renews === null ? addOwnProduct(tx, order, order.paidAt ?? at) : extendProduct(tx, order, order.renews, at)

async function addOwnProduct(tx: Tx, order: OrderRow, startsAt: Date): Promise<UserProductRow | 'nothing'> {
  const replaced = order.replaces === null ? undefined : await lockReplaced(tx, order, startsAt)
  if (replaced === 'changed' || (await replaceHeld(tx, order, startsAt)) === 'held') return 'nothing'
  if (replaced) await endUserProduct(tx, replaced, { state: 'Complete', cause: 'replaced', at: startsAt })
  return addProductOf(tx, order, startsAt, endOfBought(order, startsAt))
}

function addProductOf(tx: Tx, order: OrderRow, startsAt: Date, endsAt: Date | null): Promise<UserProductRow> {
  const { productType: type, billingMonths, useLimit, carLimit, carId, usesPerDay, usesPerStay } = order
  return addUserProduct(tx, {
    id: uuidv7(),
    memberId: order.memberId,
    productId: order.productId,
    productName: order.productName,
    type,
    price: order.periodPrice ?? order.amount + order.discount,
    coupon: billingMonths === null ? null : couponAfter(order, order.coupon),
    billingMonths,
    useLimit,
    carLimit,
    carId,
    usesPerDay,
    usesPerStay,
    planTerms: order.planTerms,
    periodsPaid: order.trial ? 0 : 1,
    ...(order.trial && { anchorAt: endsAt, periodStartsAt: startsAt }),
    storeIds: order.storeIds,
    state: 'Available',
    remainingUses: useLimit,
    startsAt,
    endsAt,
    nextBillingAt: billingMonths === null || order.storeId !== null ? null : endsAt, // no card is known at a counter
    orderId: order.id,
    createdAt: startsAt,
  })
}

/** The coupon of the next renewal: each payment uses it once, however often the charge was tried. */
const couponAfter = ({ coupon: used }: OrderRow, coupon: KeptCoupon | null) =>
  used && coupon ? afterPayment(coupon) : coupon
/**
 * Locks the plan that a paid order replaces.
 * @returns `changed` if in the meantime the plan has ended, was stopped, renewed or paused, or is worth less than the
 * order credits
 */
async function lockReplaced(tx: Tx, order: OrderRow, at: Date): Promise<UserProductRow | 'changed'> {
  const found = order.replaces === null ? undefined : await lockUserProduct(tx, order.replaces)
  const { replacedUntil, createdAt, credit } = order
  if (found?.state !== 'Available' || found.nextBillingAt === null || found.endsAt === null) return 'changed'
  if (found.dueAt !== null || found.refunding) return 'changed'
  const isSamePeriod = found.endsAt.getTime() === replacedUntil?.getTime() && found.endsAt > at
  if (!isSamePeriod || seoulDaysBetween(createdAt, at) > 1) return 'changed'
  const worth = await creditOfHeld(tx, { ...found, endsAt: found.endsAt }, createdAt)
  return worth.amount < credit ? 'changed' : found
}

/** Whether an order replaces no plan, or a plan that has not changed since the order. */
export const mayReplace = async (tx: Tx, order: OrderRow, at: Date): Promise<boolean> =>
  order.replaces === null || (await lockReplaced(tx, order, at)) !== 'changed'

/** The end of a product that is bought now, or of its trial or first period; null without an end. */
function endOfBought({ billingMonths, planTerms, trial }: OrderRow, startsAt: Date): Date | null {
  const { validityDays, trialDays } = planTerms ?? noPlanTerms
  if (billingMonths === null) return validityDays === null ? null : daysAfter(startsAt, validityDays)
  return trial ? daysAfter(startsAt, trialDays) : monthsAfter(startsAt, billingMonths)
}

/**
 * Ends the member's subscription of the same product if its renewal is unpaid: a charge for it in progress is refunded.
 * `held` also if the order has a first price that the member has got with another order in the meantime.
 */
async function replaceHeld(tx: Tx, order: OrderRow, at: Date): Promise<'held' | undefined> {
  if (heldErrorOf(order) === undefined) return undefined
  await lockHolding(tx, order)
  if (await isFirstPriceSpent(tx, order)) return 'held'
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
  if (order.productId !== found.productId) return changePlan(tx, order, found, renewalDueAt, at)
  const before = found.anchorAt ?? found.startsAt
  const { anchor, endsAt } = renewedPeriod(before, found.billingMonths, renewalDueAt, order.paidAt ?? at)
  if (anchor !== before) addLedgerEntry(tx, order, { from: order.state, at, actorId: null, cause: 'anchorMoved' })
  const renewed = {
    state: 'Available' as const,
    remainingUses: found.useLimit,
    endsAt,
    nextBillingAt: isLastAgreed(found) ? null : endsAt,
    ...{ periodsPaid: found.periodsPaid + 1, periodStartsAt: null, pausedMs: 0 },
    ...(isLastAgreed(found) && { stopRequestedAt: null }),
    ...(anchor !== before && { anchorAt: anchor }),
    coupon: couponAfter(order, found.coupon),
    ...(order.periodPrice !== null && pricesAfter(order.periodPrice, found, renewalDueAt, order.paidAt ?? at)),
    ...notInDunning,
  }
  return changeUserProduct(tx, found, renewed, ['renewed'])
}

/** Whether the member has stopped a plan, and its next period is the last of those to which the member agreed. */
const isLastAgreed = ({ stopRequestedAt, planTerms, periodsPaid }: UserProductRow): boolean =>
  stopRequestedAt !== null && periodsPaid + 1 >= (planTerms?.commitmentPeriods ?? 0)

/**
 * Ends a plan whose renewal paid for another plan, and adds the other plan from the end of the period.
 * @returns `nothing` if the member has got the other plan in the meantime
 */
async function changePlan(
  tx: Tx,
  order: OrderRow,
  found: UserProductRow,
  dueAt: Date,
  at: Date,
): Promise<UserProductRow | 'nothing'> {
  const holding = { ...order, renews: null }
  const isHeld = (await replaceHeld(tx, holding, at)) === 'held'
  await endUserProduct(tx, found, { state: 'Complete', cause: 'replaced', at })
  if (isHeld) return 'nothing'
  const { anchor, endsAt } = renewedPeriod(dueAt, order.billingMonths ?? 1, dueAt, order.paidAt ?? at)
  return addProductOf(tx, order, anchor, endsAt)
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
  if (order.replaces !== null && found.endCause !== 'replaced') await restoreReplaced(tx, order, order.replaces, at)
}

/**
 * Restores the plan that a refunded order replaced, if its period still lasts: it renews again at the end of the
 * period.
 */
async function restoreReplaced(tx: Tx, { replacedUntil }: OrderRow, id: string, at: Date): Promise<void> {
  const found = await lockUserProduct(tx, id)
  if (found?.state !== 'Complete' || found.endCause !== 'replaced' || found.endsAt === null || found.endsAt <= at)
    return
  if (found.endsAt.getTime() !== replacedUntil?.getTime()) return
  const { memberId, productId, type: productType, carId, carLimit, price: amount } = found
  if (await findHeld(tx, { memberId, productId, productType, carId, carLimit, amount })) return
  const nextBillingAt = (await hasLeft(tx, memberId)) ? null : found.endsAt
  await changeUserProduct(tx, found, { state: 'Available', nextBillingAt, endedAt: null, endCause: null })
}

async function isLaterPeriodPaid(tx: Tx, { renewalDueAt }: OrderRow, id: string): Promise<boolean> {
  const later = renewalDueAt === null ? undefined : gt(orders.renewalDueAt, renewalDueAt)
  const paid = and(eq(orders.renews, id), eq(orders.state, 'Completed'), later)
  return (await tx.select({ id: orders.id }).from(orders).where(paid).limit(1)).length > 0
}

/**
 * Marks whether the product's money is being refunded: during the refund no visit uses the product. If the product
 * becomes usable again, its event makes recent visits use it.
 */
export async function setRefunding(tx: Tx, order: OrderRow, refunding: boolean): Promise<void> {
  if (order.userProductId === null) return
  const found = await lockUserProduct(tx, order.userProductId)
  if (!found || found.refunding === refunding) return
  if (refunding) await tx.update(userProducts).set({ refunding }).where(eq(userProducts.id, found.id))
  else await changeUserProduct(tx, found, { refunding })
}
