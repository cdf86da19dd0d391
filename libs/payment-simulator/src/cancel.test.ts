import fc from 'fast-check'
import { expect, test } from 'vitest'
import { methodRefusal } from './cancel.ts'
import { seoulTime, tidOf } from './pay-methods.ts'

const seconds = fc.integer({ min: 1_500_000_000, max: 2_500_000_000 })
const korea = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short', timeStyle: 'medium' })
const monthOf = (unixSeconds: number) => korea.format(unixSeconds * 1_000).slice(0, 7)

test('a payment by phone is refunded as a whole in its month of Korea; others at any time and in part', () => {
  const amounts = fc.integer({ min: 1, max: 1_000_000 })
  const within = fc.integer({ min: 0, max: 60 * 86_400 })
  fc.assert(
    fc.property(fc.constantFrom('phone', 'card', 'trans', 'vbank'), seconds, within, amounts, amounts, (...given) => {
      const [pay_method, paid_at, later, one, other] = given
      const [amount, asked] = [Math.max(one, other), Math.min(one, other)]
      const now = paid_at + later
      const accepted = pay_method !== 'phone' || (asked === amount && monthOf(paid_at) === monthOf(now))
      expect(methodRefusal({ pay_method, amount, paid_at }, asked, now) === undefined).toBe(accepted)
    }),
  )
})

test("times are Korea's, and a transaction id contains its own and is unique in its second", () => {
  fc.assert(
    fc.property(seconds, fc.nat(), fc.integer({ min: 1, max: 9_999 }), (time, count, further) => {
      expect(seoulTime(time).replace('T', ' ')).toBe(korea.format(time * 1_000))
      const payment = { pay_method: 'vbank', pg_id: 'nictest04m' }
      const tid = tidOf(payment, time, count)
      expect(tid).toMatch(/^nictest04m0301\d{16}$/)
      expect(tidOf(payment, time, count + further)).not.toBe(tid)
      expect(tid).toContain(
        korea
          .format(time * 1_000)
          .slice(2)
          .replaceAll(/\D/g, ''),
      )
    }),
  )
})
