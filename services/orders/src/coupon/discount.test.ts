import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeptCoupon } from '../tables.ts'
import { afterPayment, discountOf, priceWith } from './discount.ts'

const price = fc.integer({ min: 0, max: 100_000_000 })
const won = fc.integer({ min: 1, max: 100_000_000 })
const kept = { id: '', name: '', code: null, limited: false }
const coupon: fc.Arbitrary<KeptCoupon> = fc.oneof(
  fc.record({ discountWon: won, payments: fc.option(fc.integer({ min: 1, max: 12 })) }).map((each) => ({
    ...{ ...kept, discountPercent: null, maximumDiscount: null },
    ...each,
  })),
  fc
    .record({
      discountPercent: fc.integer({ min: 1, max: 100 }),
      maximumDiscount: fc.option(won),
      payments: fc.option(fc.integer({ min: 1, max: 12 })),
    })
    .map((each) => ({ ...kept, discountWon: null, ...each })),
)

test('a discount is a whole number of won, never negative and never more than the price or the maximum', () => {
  fc.assert(
    fc.property(coupon, price, (each, paid) => {
      const discount = discountOf(each, paid)
      expect(Number.isInteger(discount)).toBe(true)
      expect(discount).toBeGreaterThanOrEqual(0)
      expect(discount).toBeLessThanOrEqual(Math.min(paid, each.maximumDiscount ?? paid))
      const order = priceWith(paid, each)
      expect(order.amount + order.discount).toBe(paid)
      expect(order.coupon === null).toBe(order.discount === 0)
    }),
  )
})

test('a percentage rounds down to a won, and a higher price is never cheaper by it', () => {
  const half = { ...kept, discountWon: null, discountPercent: 50, maximumDiscount: null, payments: 1 }
  expect(priceWith(35_001, half)).toMatchObject({ amount: 17_501, discount: 17_500 })
  expect(priceWith(1, half)).toEqual({ amount: 1, discount: 0, coupon: null })
  fc.assert(
    fc.property(coupon, price, won, (each, lower, more) => {
      const [low, high] = [priceWith(lower, each), priceWith(lower + more, each)]
      expect(high.amount).toBeGreaterThanOrEqual(low.amount)
    }),
  )
})

test('a coupon of n payments counts for n payments, and one without a limit for all', () => {
  fc.assert(
    fc.property(coupon, (first) => {
      let [left, payments]: [KeptCoupon | null, number] = [first, 0]
      for (; left !== null && payments < 20; payments += 1) left = afterPayment(left)
      expect(payments).toBe(first.payments ?? 20)
    }),
  )
})
