import { type PlanTerms, seoulDaysBetween } from '@kingcar/contract'

/*
 * What the periods of a plan cost: the one place that decides it, for new orders, renewals, changes and previews. All amounts are
 * whole won; a share of an amount is rounded down, so that the parts of a period never add up to more than its price.
 *
 * A pause costs and returns nothing: it moves the rest of the period, so the number of paid days stays the same.
 */

/** The price and terms of a plan as its member agreed to them. */
export type AgreedPrice = Pick<PlanTerms, 'firstPeriodPrice'> & { price: number }

/**
 * What a period costs (won).
 * @param number that of the paid period, from 1; 0 is the trial before the first one
 * @param credit won of another plan's unused days, which the period costs less
 */
export function periodPrice({ price, firstPeriodPrice }: AgreedPrice, number: number, credit = 0): number {
  if (number === 0) return 0
  const agreed = number === 1 ? (firstPeriodPrice ?? price) : price
  return Math.max(0, agreed - credit)
}

/** A paid period of a plan whose rest is credited. */
export type CreditedPeriod = {
  /** Won that were paid for it and not refunded, also with a credit of an earlier plan. */
  value: number
  /** Later by the length of its pauses, as its end is. */
  startsAt: Date
  endsAt: Date
  useLimit: number | null
  remainingUses: number | null
}

export type Credit = {
  amount: number
  /** Days that are left, from tomorrow, and all days of the period. */
  unusedDays: number
  days: number
}

/**
 * What the unused days of a period are worth, by days in Asia/Seoul: the day of the change counts as used, unless it is the first.
 * A plan with a number of uses credits no larger share than that of its unused uses.
 */
export function creditOf(period: CreditedPeriod, at: Date): Credit {
  const { value, startsAt, endsAt, useLimit, remainingUses } = period
  const days = Math.max(1, seoulDaysBetween(startsAt, endsAt))
  const unusedDays = Math.min(days, Math.max(0, seoulDaysBetween(at, endsAt)))
  const byDays = Math.floor((value * unusedDays) / days)
  const byUses =
    useLimit === null || remainingUses === null ? value : Math.floor((value * Math.max(0, remainingUses)) / useLimit)
  return { amount: Math.max(0, Math.min(byDays, byUses)), unusedDays, days }
}

type Priced = { price: number; planTerms: PlanTerms | null; periodsPaid: number }

/** What the next period of a member's plan costs (won), also the first one after a trial. */
export const nextPeriodPrice = (held: Priced & { nextPlan: Omit<Priced, 'periodsPaid'> | null }): number => {
  const { price, planTerms } = held.nextPlan ?? held
  const firstPeriodPrice = planTerms?.firstPeriodPrice ?? null
  return periodPrice({ price, firstPeriodPrice }, held.nextPlan === null ? held.periodsPaid + 1 : 1)
}
