import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeclines, type DeclineRule } from './declines.ts'

const uid = fc.constantFrom('one', 'other', null)
const rule: fc.Arbitrary<DeclineRule> = fc.record({
  refusal: fc.constantFrom('limit', 'lost', 'maintenance'),
  payments: fc.option(fc.integer({ min: 1, max: 3 })),
  customer_uid: uid,
})

test('the oldest rule for a card declines as many payments as it says, and no other payment', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), fc.array(uid, { maxLength: 20 }), (rules, payments) => {
      const declines = createDeclines()
      rules.forEach(declines.add)
      const left = rules.map((each) => ({ ...each, payments: each.payments ?? Number.POSITIVE_INFINITY }))
      for (const payment of payments) {
        const fits = ({ customer_uid }: DeclineRule) => customer_uid === null || customer_uid === payment
        const next = left.find((each) => each.payments > 0 && fits(each))
        expect(declines.take(payment)).toBe(next?.refusal)
        if (next) next.payments -= 1
      }
      declines.clear()
      expect(declines.take('one')).toBeUndefined()
    }),
  )
})
