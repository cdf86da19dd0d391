import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentStatuses } from './portone-objects.ts'
import { depositRefusal } from './virtual-accounts.ts'

test('a bank accepts exactly the amount, and only while the account awaits it', () => {
  const amount = fc.integer({ min: 1, max: 100_000_000 })
  fc.assert(
    fc.property(fc.constantFrom(...paymentStatuses), amount, amount, fc.boolean(), (status, due, other, same) => {
      const given = same ? due : other
      const accepted = status === 'ready' && given === due
      expect(depositRefusal({ status, amount: due }, given) === undefined).toBe(accepted)
    }),
  )
})
