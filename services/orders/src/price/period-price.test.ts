import { daysAfter, noPlanTerms } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditOf, nextPeriod, type PriceChange, periodPrice, startOfPrice } from './period-price.ts'

const seoul = (text: string) => new Date(`${text}+09:00`)

describe('a period costs', () => {
  const price = 30_000
  test.each([
    ['nothing in the trial', 9_900, 0, 0, 0],
    ['the first price, if there is one', 9_900, 1, 0, 9_900],
    ['the price, if there is no first price', null, 1, 0, 30_000],
    ['nothing, if the first one is free', 0, 1, 0, 0],
    ['the price later on', 9_900, 2, 0, 30_000],
    ['less by a credit', null, 1, 12_345, 17_655],
    ['never less than nothing', null, 1, 30_001, 0],
  ])('%s', (_, firstPeriodPrice, number, credit, expected) => {
    expect(periodPrice({ price, firstPeriodPrice }, number, credit)).toBe(expected)
  })
})

const held = {
  ...{ price: 30_000, planTerms: noPlanTerms, periodsPaid: 1, nextPlan: null, priceChange: null, dueAt: null },
  ...{ endsAt: seoul('2027-03-10T12:00:00'), billingMonths: 1 },
  ...{ startsAt: seoul('2027-02-10T12:00:00'), anchorAt: null },
}

test('the next period is the first after a trial, and that of the next plan if there is one', () => {
  const planTerms = { ...noPlanTerms, firstPeriodPrice: 9_900 }
  const amountOf = (periodsPaid: number) => nextPeriod({ ...held, planTerms, periodsPaid }).amount
  expect([0, 1, 2].map(amountOf)).toEqual([9_900, 30_000, 30_000])
  expect(nextPeriod({ ...held, planTerms: null }).amount).toBe(30_000) // of an earlier version
  const nextPlan = { price: 50_000, planTerms: noPlanTerms }
  const priceChange = { price: 40_000, from: held.endsAt.toISOString(), answer: null }
  const next = nextPeriod({ ...held, periodsPaid: 0, nextPlan, priceChange })
  expect(next).toEqual({ price: 50_000, amount: 50_000, agreed: true })
})

describe('an announced price', () => {
  const { endsAt } = held
  const at = (days: number) => daysAfter(endsAt, days).toISOString()
  const raise = (answer: PriceChange['answer'], from = at(0), price = 40_000) => ({ price, from, answer })
  const yes = (days: number) => ({ accepted: true, at: at(days) })
  const committed = { ...noPlanTerms, commitmentPeriods: 2 }
  test.each([
    ['counts with a consent of the last moment', { priceChange: raise(yes(0)) }, 40_000, true],
    ['counts with a consent 30 days before', { priceChange: raise(yes(-30)) }, 40_000, true],
    ['does not count with an older consent', { priceChange: raise(yes(-31)) }, 40_000, false],
    ['does not count without an answer', { priceChange: raise(null) }, 40_000, false],
    ['does not count for who declined', { priceChange: raise({ accepted: false, at: at(-1) }) }, 40_000, false],
    ['is not for a period before its day', { priceChange: raise(null, at(1)) }, 30_000, true],
    ['is not for a period of a commitment', { priceChange: raise(null), planTerms: committed }, 30_000, true],
    ['is for the period after it', { priceChange: raise(null), planTerms: committed, periodsPaid: 2 }, 40_000, false],
    ['is not for the first period', { priceChange: raise(null), periodsPaid: 0 }, 30_000, true],
    ['needs no consent if it is lower', { priceChange: raise(null, at(0), 20_000) }, 20_000, true],
    [
      'is decided by the period that is due',
      { priceChange: raise(null, at(-1)), dueAt: daysAfter(endsAt, -2) },
      30_000,
      true,
    ],
  ])('%s', (_, change, price, agreed) => {
    expect(nextPeriod({ ...held, ...change })).toEqual({ price, amount: price, agreed })
  })

  test('is shown with the first period that it is for', () => {
    const startOf = (days: number, planTerms = noPlanTerms) =>
      startOfPrice({ ...held, planTerms, priceChange: raise(null, at(days)) }).toISOString()
    expect(startOf(0)).toBe(at(0))
    expect(startOf(1)).toBe(at(31))
    expect(startOf(-5, { ...noPlanTerms, commitmentPeriods: 3 })).toBe(at(61))
    // as renewals count, from a 31st
    const anchorAt = seoul('2027-01-31T12:00:00')
    const since31st = { ...held, anchorAt, endsAt: seoul('2027-02-28T12:00:00') }
    expect(startOfPrice({ ...since31st, priceChange: raise(null, at(5)) })).toEqual(seoul('2027-03-31T12:00:00'))
  })
})

describe('the unused days of a period are worth', () => {
  const period = { value: 31_000, startsAt: seoul('2027-01-10T12:00:00'), endsAt: seoul('2027-02-10T12:00:00') }
  const unlimited = { ...period, useLimit: null, remainingUses: null }
  test.each([
    ['all on the first day', '2027-01-10T23:59:59', 31_000, 31],
    ['a day less from the next', '2027-01-11T00:00:00', 30_000, 30],
    ['those from tomorrow', '2027-02-08T00:00:00', 2_000, 2],
    ['nothing on the last day', '2027-02-10T00:00:00', 0, 0],
    ['nothing after it', '2027-02-12T00:00:00', 0, 0],
  ])('%s', (_, at, amount, unusedDays) => {
    expect(creditOf(unlimited, seoul(at))).toEqual({ amount, unusedDays, days: 31 })
  })

  test('won are rounded down, and no larger share than that of the unused uses', () => {
    const at = seoul('2027-01-21T00:00:00')
    expect(creditOf({ ...unlimited, value: 10_000 }, at).amount).toBe(6_451) // 20 of 31 days
    expect(creditOf({ ...period, useLimit: 4, remainingUses: 1 }, at).amount).toBe(7_750)
    expect(creditOf({ ...period, useLimit: 4, remainingUses: 0 }, at).amount).toBe(0)
  })

  test('never more than was paid for them, and less each day', () => {
    const ms = fc.integer({ min: 0, max: 400 * 86_400_000 })
    fc.assert(
      fc.property(fc.nat(100_000_000), ms, ms, ms, (value, length, passed, further) => {
        const { startsAt } = period
        const later = (by: number) => new Date(startsAt.getTime() + by)
        const of = (at: Date) => creditOf({ ...unlimited, value, endsAt: later(length) }, at)
        const { amount, unusedDays, days } = of(later(passed))
        expect(amount).toBeLessThanOrEqual((value * unusedDays) / days)
        expect(of(later(passed + further)).amount).toBeLessThanOrEqual(amount)
      }),
    )
  })
})
