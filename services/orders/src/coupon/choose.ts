import { AppError, type Detail, seoulDate } from '@kingcar/contract'
import { isRowRejected, prepared, type Reader, type Tx } from '@kingcar/db'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { lockOpenOrders } from '../member/queries.ts'
import type { PricedProduct } from '../product/get-priced-product.ts'
import { type CouponRow, coupons } from '../tables.ts'
import { normaliseCode } from './code.ts'
import { discountOf } from './discount.ts'

/** The product and the buyer of an order; at a counter `storeIds` is its store alone. */
export type Sale = { memberId: string; product: Pick<PricedProduct, 'id' | 'price' | 'storeIds'> }
type Candidate = CouponRow & { own: number }

/** Orders of the member that hold a coupon with a limit for each member. */
const own = sql<number>`case when ${coupons.limitPerMember} is null then 0 else (
  select count(*)::integer from coupon_redemptions r
  where r.coupon_id = ${coupons.id} and r.member_id = ${sql.placeholder('memberId')}::uuid and r.held and not r.renewal
) end`

/** Orders that hold a coupon with a limit in all: those counted in its row, and those of each session. */
const redeemed = sql<number>`case when ${coupons.limitTotal} is null then 0 else ${coupons.redeemed} + coalesce((
  select sum(t.kept)::integer from totals t where t.entity = 'coupon ' || ${coupons.id}
), 0) end`
const isOfProduct = sql`(${coupons.productIds} = '[]' or ${coupons.productIds} ? ${sql.placeholder('productId')}::text)`

const statements = prepared((on) => {
  const candidates = () => on.select({ ...getTableColumns(coupons), redeemed, own }).from(coupons)
  return {
    byCode: candidates()
      .where(eq(coupons.code, sql.placeholder('code')))
      .prepare('coupon_by_code'),
    // Not those of other products: this runs for each order without a code.
    automatic: candidates()
      .where(and(isNull(coupons.code), isNull(coupons.endedAt), isOfProduct))
      .prepare('coupons_without_code'),
    // This runs for each order with a coupon, so it does not read the whole coupon.
    byId: on
      .select({ version: coupons.version, limitPerMember: coupons.limitPerMember, own })
      .from(coupons)
      .where(eq(coupons.id, sql.placeholder('id')))
      .prepare('coupon_of_order'),
  }
})

/**
 * A coupon was changed, or its last redemption taken, between its choice and the order: the choice has to be repeated.
 */
class CouponChanged extends Error {
  override name = 'CouponChanged'
}

/** Number of choices after which the client has to try again. */
const mostTries = 4

/**
 * Places an order with the coupon that applies to it: that of the code, or else the one without a code that has the
 * largest discount. If the coupon does not apply any more when the order is stored, the choice is repeated.
 * @param place stores the order in one transaction, with `assertStillCounts` after its insert
 * @throws AppError COUPON_NOT_FOUND, COUPON_NOT_APPLICABLE, COUPON_USED_UP, CONFLICT
 */
export async function withCoupon<T>(
  { db, now }: { db: { read: Reader }; now: () => Date },
  sale: Sale,
  code: string | undefined,
  place: (coupon: CouponRow | null) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const coupon = await chooseCoupon(db.read, sale, code, now())
    try {
      return await place(coupon)
    } catch (error) {
      if (!isChange(error)) throw error
      if (tries === mostTries) throw new AppError('CONFLICT', { cause: error })
    }
  }
}

/** The constraints that fail if the coupon was deleted, or if the commit of another order has used it up. */
const constraints = ['coupon_redemptions_coupon_id_fkey', 'coupon_limit_total']
const isChange = (error: unknown): boolean =>
  error instanceof CouponChanged || (isRowRejected(error) && constraints.includes(error.constraint ?? ''))

/** The coupon that applies to a sale; null if no code is given and no coupon without a code applies. */
export async function chooseCoupon(
  read: Reader,
  sale: Sale,
  code: string | undefined,
  now: Date,
): Promise<CouponRow | null> {
  const { memberId } = sale
  if (code !== undefined) {
    const [found] = await statements(read).byCode.execute({ code: normaliseCode(code), memberId })
    if (!found) throw new AppError('COUPON_NOT_FOUND')
    const refusal = refusalOf(found, sale, now)
    if (refusal) throw new AppError(refusal.code, { details: [refusal.detail] })
    return found
  }
  const all = await statements(read).automatic.execute({ memberId, productId: sale.product.id })
  return all.filter((each) => !refusalOf(each, sale, now)).reduce(better(sale.product.price), null)
}

const paymentsOf = ({ payments }: CouponRow) => payments ?? Number.POSITIVE_INFINITY

/** Compares coupons: a larger discount is better, then more payments, then the older coupon. */
const better =
  (price: number) =>
  (best: CouponRow | null, each: CouponRow): CouponRow => {
    if (!best) return each
    const more =
      discountOf(each, price) - discountOf(best, price) ||
      Math.sign(paymentsOf(each) - paymentsOf(best)) ||
      (each.id < best.id ? 1 : -1)
    return more > 0 ? each : best
  }

/**
 * Checks a coupon again after the order with it was inserted: the coupon is unchanged, and the member is within its
 * limit, including this order. The insert locks the coupon against changes until the transaction ends. Its total limit
 * is checked at the commit.
 * @throws CouponChanged, which `withCoupon` handles
 */
export async function assertStillCounts(tx: Tx, memberId: string, coupon: CouponRow): Promise<void> {
  // Sent in one round trip; the lock makes orders of one member count one after the other.
  const [, [found]] = await Promise.all([
    coupon.limitPerMember === null ? undefined : lockOpenOrders(tx, memberId),
    statements(tx).byId.execute({ id: coupon.id, memberId }),
  ])
  if (found?.version !== coupon.version || found.own > (found.limitPerMember ?? found.own)) throw new CouponChanged()
}

type Refusal = { code: 'COUPON_NOT_APPLICABLE' | 'COUPON_USED_UP'; detail: Detail }
const refuse = (code: Refusal['code'], ko: string, en: string): Refusal => ({
  code,
  detail: { path: 'couponCode', ko, en },
})

const notApplicable = 'COUPON_NOT_APPLICABLE'
const refusals = {
  ended: refuse(notApplicable, '끝난 쿠폰이에요.', 'It has ended.'),
  notBegun: refuse(notApplicable, '아직 쓸 수 없는 쿠폰이에요.', 'It has not begun.'),
  otherProduct: refuse(notApplicable, '이 상품에는 쓸 수 없는 쿠폰이에요.', 'It is for another product.'),
  otherStore: refuse(notApplicable, '이 매장에서는 쓸 수 없는 쿠폰이에요.', 'It is for another store.'),
  nothing: refuse(notApplicable, '할인할 금액이 없는 상품이에요.', 'There is nothing to deduct.'),
  usedUp: refuse('COUPON_USED_UP', '준비한 쿠폰을 모두 사용했어요.', 'All of its redemptions are used.'),
  usedByMember: refuse('COUPON_USED_UP', '이미 사용한 쿠폰이에요.', 'The member has used it already.'),
}

/** Why a coupon does not apply to a sale; undefined if it does. */
function refusalOf(coupon: Candidate, { product }: Sale, now: Date): Refusal | undefined {
  const { fromDate, untilDate, productIds, storeIds, limitTotal, limitPerMember } = coupon
  const today = seoulDate(now)
  if (coupon.endedAt !== null || (untilDate !== null && today > untilDate)) return refusals.ended
  if (fromDate !== null && today < fromDate) return refusals.notBegun
  if (productIds.length > 0 && !productIds.includes(product.id)) return refusals.otherProduct
  const places = product.storeIds
  if (storeIds.length > 0 && places.length > 0 && !places.some((id) => storeIds.includes(id)))
    return refusals.otherStore
  if (discountOf(coupon, product.price) === 0) return refusals.nothing
  if (limitPerMember !== null && coupon.own >= limitPerMember) return refusals.usedByMember
  if (limitTotal !== null && coupon.redeemed >= limitTotal) return refusals.usedUp
  return undefined
}
