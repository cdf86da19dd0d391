import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { type Reader, waitForProjectionOfNew } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type Sale, withCoupon } from '../coupon/choose.ts'
import { ofOwnVisitors } from '../member/member-filter.ts'
import { offeredTo, priceOfNew } from '../order/create.ts'
import { getPricedProduct, type PricedProduct } from '../product/get-priced-product.ts'
import { type CouponRow, cars, members, stores } from '../tables.ts'

type Deps = Pick<Ctx, 'bus' | 'db' | 'limitCodes' | 'now'>
/** The product, its buyer, and the store of a sale. */
type Wanted = { memberId: string; productId: string; storeId: string; carId?: string; couponCode?: string }

/**
 * A product with the terms of a sale at the counter: without a commitment, and without a free first period, because
 * these need a known card.
 */
export async function atCounter(read: Reader, memberId: string, priced: PricedProduct): Promise<PricedProduct> {
  const product = await offeredTo(read, memberId, priced)
  const { firstPeriodPrice, ...terms } = product.planTerms
  const planTerms = { ...terms, firstPeriodPrice: firstPeriodPrice || null, commitmentPeriods: 0 }
  return { ...product, planTerms }
}

/**
 * The product at its current price, and the sale to which a coupon must apply: at this store alone.
 * @throws AppError MEMBER_NOT_FOUND, STORE_NOT_FOUND, PRODUCT_NOT_FOUND, PRODUCT_NOT_ON_SALE, RATE_LIMITED
 */
export async function findSale(
  ctx: Deps,
  wanted: Wanted,
  caller: Caller,
): Promise<{ priced: PricedProduct; price: number; sale: Sale }> {
  const { memberId, productId, storeId, couponCode } = wanted
  // Administrators could guess codes, too.
  if (couponCode !== undefined && caller.actor) ctx.limitCodes(caller.actor.id)
  await waitForProjections(ctx, wanted, caller)
  const priced = await getPricedProduct(ctx, productId, caller)
  if (priced.storeIds.length > 0 && !priced.storeIds.includes(storeId)) throw new AppError('PRODUCT_NOT_ON_SALE')
  const { amount: price } = priceOfNew(await atCounter(ctx.db.read, memberId, priced), false)
  return { priced, price, sale: { memberId, product: { id: productId, price, storeIds: [storeId] } } }
}

/** At a counter a coupon applies only by its code, so that staff choose it. */
export const withCouponCode = <T>(
  ctx: Deps,
  sale: Sale,
  code: string | undefined,
  place: (coupon: CouponRow | null) => Promise<T>,
): Promise<T> => (code === undefined ? place(null) : withCoupon(ctx, sale, code, place))

/** @throws AppError MEMBER_NOT_FOUND, also for a member who does not come to the caller's stores, and STORE_NOT_FOUND */
async function waitForProjections(
  { db: { read } }: Deps,
  { memberId, carId, storeId }: Wanted,
  caller: Caller,
): Promise<void> {
  const isKnown = async () => (await read.$count(members, eq(members.id, memberId))) > 0
  await waitForProjectionOfNew(memberId, isKnown)
  if (carId !== undefined)
    await waitForProjectionOfNew(carId, async () => (await read.$count(cars, eq(cars.id, carId))) > 0)
  const isStore = async () => (await read.$count(stores, eq(stores.id, storeId))) > 0
  await waitForProjectionOfNew(storeId, isStore)
  if (!(await isStore())) throw new AppError('STORE_NOT_FOUND')
  const own = and(eq(members.id, memberId), ofOwnVisitors(members.id, caller))
  if ((await read.$count(members, own)) === 0) throw new AppError('MEMBER_NOT_FOUND')
}
