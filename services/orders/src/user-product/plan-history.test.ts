import { daysAfter, monthsAfter, noPlanTerms, seoulDayNumber } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renewedPeriod } from '../price/period.ts'
import {
  creditOf,
  nextPeriod,
  type PriceChange,
  periodPrice,
  priceBefore,
  pricesAfter,
  startOfPrice,
} from '../price/period-price.ts'
import { currentPeriodStart, pause, unpause } from './pause.ts'

/*
 * Histories of a member's plan, with the pure rules alone: renewals, pauses, ends of pauses, changes now and at the end of a period,
 * announced prices and answers to them, at any times.
 */

type Offer = { price: number; firstPeriodPrice: number | null; trialDays: number; months: number }
type Announced = PriceChange & { id: string }
/** A plan of the history, as its row would be. `value`: what was paid for the period, with a credit. */
type Plan = {
  number: number
  price: number
  planTerms: typeof noPlanTerms
  billingMonths: number
  startsAt: Date
  endsAt: Date
  nextBillingAt: Date
  anchorAt: Date | null
  periodStartsAt: Date | null
  pausedAt: Date | null
  pausedUntil: Date | null
  pausedMs: number
  state: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  periodsPaid: number
  value: number
  next: Offer | null
  priceChange: Announced | null
  earlierPrices: { price: number; until: string }[] | null
  /** As it was announced when the price was, or moved by a pause since. */
  announcedStart: Date | null
  /** Consents of the plan's member: to which price, and when. */
  consents: { price: number; at: number }[]
}
/** A charge, what was agreed for its period, and the days of it, which a change ends early. */
type Charge = { plan: number; amount: number; agreed: number; credit: number; from: Date; to: Date; pausedMs: number }

const begin = (
  number: number,
  { price, firstPeriodPrice, trialDays, months }: Offer,
  at: Date,
  trial: boolean,
): Plan => {
  const endsAt = trial ? daysAfter(at, trialDays) : monthsAfter(at, months)
  return {
    ...{ number, price, planTerms: { ...noPlanTerms, firstPeriodPrice, trialDays }, billingMonths: months },
    ...{ startsAt: at, endsAt, nextBillingAt: endsAt, periodsPaid: trial ? 0 : 1, value: 0, next: null },
    ...{ priceChange: null, earlierPrices: null, announcedStart: null, consents: [] },
    ...{ anchorAt: trial ? endsAt : null, periodStartsAt: trial ? at : null },
    ...{ pausedAt: null, pausedUntil: null, pausedMs: 0, state: 'Available' },
  }
}

type Step = {
  do: 'wait' | 'pause' | 'unpause' | 'now' | 'atEnd' | 'withdraw' | 'announce' | 'accept' | 'decline'
  hours: number
  offer: Offer
}

const startOf = (plan: Plan & { priceChange: PriceChange }) => startOfPrice({ ...plan, nextPlan: null, dueAt: null })

/** Every charge of a history, in order. */
function chargesOf(first: Offer, steps: readonly Step[]): Charge[] {
  const charges: Charge[] = []
  let at = new Date('2027-01-31T03:00:00Z')
  let number = 1
  let plan = begin(number, first, at, first.trialDays > 0)
  const last = () => charges.at(-1) as Charge
  const charge = (agreed: number, credit: number, from: Date) => {
    charges.push({ plan: plan.number, amount: agreed - credit, agreed, credit, from, to: plan.endsAt, pausedMs: 0 })
    plan.value = agreed
  }
  const opened = plan.periodsPaid === 0 ? 0 : periodPrice({ ...plan.planTerms, price: plan.price }, 1)
  charge(opened, 0, at)
  const moveTo = (end: Date) => Object.assign(last(), { to: end, pausedMs: plan.pausedMs })

  const announceStart = () => {
    if (plan.priceChange) plan.announcedStart = startOf({ ...plan, priceChange: plan.priceChange })
  }
  const endPause = (now: Date) => {
    Object.assign(plan, unpause(plan, now).change)
    announceStart()
    moveTo(plan.endsAt)
  }
  const renew = () => {
    const dueAt = plan.endsAt
    const nextPlan = plan.next && { price: plan.next.price, planTerms: noPlanTerms }
    const { price: newPrice, amount: agreed, agreed: isAgreed } = nextPeriod({ ...plan, nextPlan, dueAt: null })
    const isNew = newPrice === plan.priceChange?.price && newPrice !== plan.price
    if (!plan.next && (isNew || !isAgreed)) expect(plan.announcedStart).toEqual(dueAt)
    const begins = plan.announcedStart?.getTime() === dueAt.getTime()
    if (!isAgreed) {
      plan.state = 'Complete'
      return
    }
    if (!plan.next && (newPrice > plan.price || (begins && newPrice > priceBefore(plan)))) {
      // never more than the member agreed to in the 30 days before
      const since = dueAt.getTime() - 30 * 86_400_000
      expect(plan.consents.some(({ price, at: when }) => price === newPrice && when >= since)).toBe(true)
      expect(plan.periodsPaid).toBeGreaterThanOrEqual(1)
    }
    if (plan.next) {
      number += 1
      plan = begin(number, { ...plan.next, firstPeriodPrice: null }, dueAt, false)
    } else {
      const before = plan.anchorAt ?? plan.startsAt
      const { anchor, endsAt } = renewedPeriod(before, plan.billingMonths, dueAt, dueAt)
      const renewed = { endsAt, nextBillingAt: endsAt, anchorAt: anchor, periodStartsAt: null, pausedMs: 0 }
      const prices = pricesAfter(newPrice, plan, dueAt, dueAt)
      Object.assign(plan, renewed, prices, { periodsPaid: plan.periodsPaid + 1 })
      if (plan.priceChange === null) plan.announcedStart = null
    }
    charge(agreed, 0, dueAt)
  }
  for (const step of steps) {
    at = new Date(at.getTime() + step.hours * 3_600_000)
    if (plan.state === 'Complete') break
    for (;;) {
      if (plan.state === 'Unavailable' && plan.pausedUntil && plan.pausedUntil <= at) plan.state = 'Available'
      if (plan.state !== 'Available' || plan.endsAt > at) break
      renew()
    }
    if (step.do === 'unpause' && plan.state === 'Unavailable') endPause(at)
    if (plan.state !== 'Available') continue
    if (step.do === 'pause' && plan.periodsPaid > 0) {
      Object.assign(plan, pause(plan, at, (1 + (step.hours % 60)) * 86_400_000))
      announceStart()
      moveTo(plan.endsAt)
    }
    if (step.do === 'announce' && !plan.priceChange?.answer) {
      const { priceChange: other } = plan
      const isDue = other && other.price <= priceBefore(plan) && new Date(other.from) <= at
      const before = isDue ? { price: other.price, from: other.from } : (other?.before ?? null)
      const { price } = step.offer
      if (price === (before?.price ?? plan.price)) continue
      plan.priceChange = { id: 'announced', price, from: daysAfter(at, 30).toISOString(), answer: null, before }
      announceStart()
    }
    if ((step.do === 'accept' || step.do === 'decline') && plan.priceChange) {
      plan.priceChange = { ...plan.priceChange, answer: { accepted: step.do === 'accept', at: at.toISOString() } }
      if (step.do === 'accept') plan.consents.push({ price: plan.priceChange.price, at: at.getTime() })
    }
    if (step.do === 'atEnd') plan.next = step.offer
    if (step.do === 'withdraw') plan.next = null
    if (step.do === 'now') {
      const startsAt = new Date(currentPeriodStart(plan).getTime() + plan.pausedMs)
      const period = { value: plan.value, startsAt, endsAt: plan.endsAt, useLimit: null, remainingUses: null }
      const credit = creditOf(period, at).amount
      if (credit > step.offer.price) continue
      moveTo(at)
      number += 1
      plan = begin(number, { ...step.offer, firstPeriodPrice: null }, at, false)
      charge(step.offer.price, credit, at)
      expect(last().amount).toBe(periodPrice({ price: step.offer.price, firstPeriodPrice: null }, 1, credit))
    }
  }
  return charges
}

const price = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(0, 9_900, 30_000, 59_999))
const offer: fc.Arbitrary<Offer> = fc.record({
  price,
  firstPeriodPrice: fc.option(price),
  trialDays: fc.constantFrom(0, 0, 7, 30),
  months: fc.constantFrom(1, 1, 3, 12),
})
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    'wait',
    'pause',
    'unpause',
    'now',
    'atEnd',
    'withdraw',
    'announce',
    'accept',
    'accept',
    'decline',
  ),
  hours: fc.integer({ min: 0, max: 24 * 45 }),
  offer,
})

test('over any sequence of changes a member is charged no more than was agreed, and for no day of a plan twice', () => {
  fc.assert(
    fc.property(offer, fc.array(step, { maxLength: 25 }), (first, steps) => {
      const charges = chargesOf(first, steps)
      const sum = (of: (charge: Charge) => number) => charges.reduce((all, each) => all + of(each), 0)
      for (const { amount } of charges) expect(amount).toBeGreaterThanOrEqual(0)
      expect(sum(({ amount }) => amount)).toBeLessThanOrEqual(sum(({ agreed }) => agreed))
      for (const [index, each] of charges.entries()) {
        const next = charges[index + 1]
        if (!next) continue
        expect(next.from.getTime()).toBe(each.to.getTime()) // without a gap, and no time is paid twice
        expect(next.credit).toBeLessThanOrEqual(each.agreed)
        if (next.plan === each.plan) expect(seoulDayNumber(next.from)).toBeGreaterThanOrEqual(seoulDayNumber(each.from))
      }
    }),
    { numRuns: 1_000 },
  )
})

test('a period that no change ends lasts for its whole length, without its pauses', () => {
  const pauses = fc
    .array(step, { maxLength: 12 })
    .map((all) => all.filter((each) => each.do !== 'now' && each.do !== 'atEnd'))
  fc.assert(
    fc.property(fc.constantFrom(1, 3), pauses, (months, steps) => {
      const charges = chargesOf({ price: 30_000, firstPeriodPrice: null, trialDays: 0, months }, steps)
      for (const [index, { plan, from, to, pausedMs }] of charges.entries()) {
        if (charges[index + 1]?.plan !== plan) continue
        const length = to.getTime() - from.getTime() - pausedMs
        const days = length / 86_400_000
        expect(Number.isInteger(days)).toBe(true)
        expect(days).toBeGreaterThanOrEqual(months * 28)
        expect(days).toBeLessThanOrEqual(months * 31)
      }
    }),
    { numRuns: 300 },
  )
})
