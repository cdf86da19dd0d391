import type { OrderQuote, UsedCoupon } from '@kingcar/contract'
import { nextPeriod } from '../price/period-price.ts'
import type { CouponRow, KeptCoupon, UserProductRow } from '../tables.ts'

/** The fields of a coupon that decide its discount. */
type Discount = Pick<KeptCoupon, 'discountWon' | 'discountPercent' | 'maximumDiscount'>

/**
 * Won that a coupon deducts from a price: never more than the price. A percentage is rounded down to a whole won.
 * @param price won
 */
export function discountOf({ discountWon, discountPercent, maximumDiscount }: Discount, price: number): number {
  const wanted = discountWon ?? Math.floor((price * (discountPercent ?? 0)) / 100)
  return Math.min(wanted, maximumDiscount ?? price, price)
}

/** What an order of a price costs with a coupon; one that deducts nothing is not used. */
export function priceWith(price: number, coupon: KeptCoupon | null) {
  const discount = coupon ? discountOf(coupon, price) : 0
  return { amount: price - discount, discount, coupon: discount > 0 ? coupon : null }
}

/** The terms of a coupon as an order keeps them. */
export function termsOf(row: CouponRow): KeptCoupon {
  const { id, name, code, discountWon, discountPercent, maximumDiscount, payments } = row
  const limited = row.limitTotal !== null
  return { id, name, code, discountWon, discountPercent, maximumDiscount, payments, limited }
}

/** The coupon after a payment with it; null if it applies to no further payment. */
export function afterPayment(coupon: KeptCoupon): KeptCoupon | null {
  if (coupon.payments === null) return coupon
  return coupon.payments > 1 ? { ...coupon, payments: coupon.payments - 1 } : null
}

/** A coupon as clients see it. */
export const toUsedCoupon = ({ id, name, code }: KeptCoupon): UsedCoupon => ({ id, name, code })

/** A price with the coupon that applies, as clients see it before they order. */
export function toOrderQuote(price: number, chosen: CouponRow | null): OrderQuote {
  const { amount, discount, coupon } = priceWith(price, chosen && termsOf(chosen))
  return { price, discount, amount, coupon: coupon && { ...toUsedCoupon(coupon), payments: coupon.payments } }
}

type Held = Parameters<typeof nextPeriod>[0] & Pick<UserProductRow, 'coupon' | 'nextPlan'>

/**
 * The coupon of the next renewal; none if the renewal changes the plan, because the coupon applies only to the old
 * plan.
 */
export const couponOfNext = ({ coupon, nextPlan }: Pick<Held, 'coupon' | 'nextPlan'>): KeptCoupon | null =>
  nextPlan === null ? coupon : null

/** Price of the next renewal, after the discount. */
export const priceOfNext = (held: Held) => priceWith(nextPeriod(held).amount, couponOfNext(held))
