import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listBanks } from './banks.ts'
import { refundAccountOf } from './refund-account.ts'

const codes = listBanks().map(({ code }) => code)
const isText = (text: string) => text.trim() !== ''
const account = fc.record({
  refund_holder: fc.string({ minLength: 1 }).filter(isText),
  refund_bank: fc.constantFrom(...codes),
  refund_account: fc.stringMatching(/^\d{1,16}$/),
})

test('an account at a bank of the list is accepted, and returned as it was named', () => {
  fc.assert(
    fc.property(account, fc.option(fc.stringMatching(/^0\d{8,10}$/)), (named, refund_tel) => {
      const { refund_holder } = named
      const expected = { ...named, refund_holder: refund_holder.trim(), refund_tel }
      expect(refundAccountOf({ ...named, refund_tel })).toEqual(expected)
    }),
  )
})

test('no other bank code, and no number with anything but up to 16 digits, is accepted', () => {
  const wrongBank = fc.string().filter((text) => !codes.includes(text.trim()))
  const wrongNumber = fc.oneof(
    fc.string().filter((text) => !/^\d{1,16}$/.test(text.trim())),
    fc.stringMatching(/^\d{17,40}$/),
  )
  fc.assert(
    fc.property(account, wrongBank, wrongNumber, (named, refund_bank, refund_account) => {
      expect(() => refundAccountOf({ ...named, refund_bank })).toThrow('(refund_bank)')
      expect(() => refundAccountOf({ ...named, refund_account })).toThrow('(refund_account)')
    }),
  )
})
