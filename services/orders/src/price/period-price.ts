import { daysAfter, type PlanTerms, seoulDaysBetween } from '@kingcar/contract'
import { endOfNextPeriod } from './period.ts'

/*
 * The price of the periods of a plan. Only this module decides it, for new orders, renewals, changes and previews. All
 * amounts are whole won; a share of an amount is rounded down, so that the parts of a period never add up to more than
 * its price.
 *
 * A pause costs and returns nothing: it moves the rest of the period, so the number of paid days stays the same.
 */

/** The price and terms of a plan as its member agreed to them. */
export type AgreedPrice = Pick<PlanTerms, 'firstPeriodPrice'> & { price: number }

/**
 * What a period costs (won).
 * @param number of the paid period, from 1; 0 is the trial before the first one
 * @param credit amount in won for another plan's unused days, which is deducted
 */
export function periodPrice({ price, firstPeriodPrice }: AgreedPrice, number: number, credit = 0): number {
  if (number === 0) return 0
  const agreed = number === 1 ? (firstPeriodPrice ?? price) : price
  return Math.max(0, agreed - credit)
}

/** A paid period of a plan of which the rest is credited. */
export type CreditedPeriod = {
  /** Amount in won that was paid for it and not refunded, including a credit of an earlier plan. */
  value: number
  /** The start of the period, moved by the length of its pauses like its end. */
  startsAt: Date
  endsAt: Date
  useLimit: number | null
  remainingUses: number | null
}

export type Credit = {
  amount: number
  /** Days that are left, from tomorrow; and all days of the period. */
  unusedDays: number
  days: number
}

/**
 * The value of the unused days of a period, by days in Asia/Seoul: the day of the change counts as used, unless it is
 * the first. For a plan with a limited number of uses, the credited share is at most that of its unused uses.
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

type Priced = { price: number; planTerms: PlanTerms | null }

/** A price for the periods that begin at `from` (ISO text) or later. */
type PriceFrom = { price: number; from: string }

/**
 * A price that was announced to a member. `before`: the agreed price that it replaces, which needs no further consent.
 */
export type PriceChange = PriceFrom & { answer: { accepted: boolean; at: string } | null; before?: PriceFrom | null }

type Held = Priced & {
  periodsPaid: number
  nextPlan: Priced | null
  priceChange: PriceChange | null
  /** The end of the paid period: `dueAt` while the next one is unpaid. */
  dueAt: Date | null
  endsAt: Date | null
}

/**
 * Days before a raise in which its member can agree to it: 전자상거래법 제13조 제6항 and its 시행령 want the consent in the 30 days
 * before a regular payment is raised (in force since 2025-02-14,
 * https://news.kbs.co.kr/news/mobile/view/view.do?ncd=8171692). An earlier consent has no effect.
 */
export const consentDays = 30

/** The first time at which a member can agree to a price that takes effect at a time. */
export const consentFrom = (startsAt: Date): Date => daysAfter(startsAt, -consentDays)

export type NextPeriod = {
  /** Price of the plan, also for later periods. */
  price: number
  /** What the period costs. */
  amount: number
  /** False if the price is raised and the member has not agreed: then nothing is charged, and the plan ends. */
  agreed: boolean
}

/**
 * The price of the next period of a member's plan (won), also of the first one after a trial. A member who changes to
 * another plan thereby agrees to its price.
 */
export function nextPeriod(held: Held): NextPeriod {
  const { price, planTerms, nextPlan, priceChange, periodsPaid } = held
  if (nextPlan !== null) return periodAt(nextPlan, nextPlan.price, 1)
  const startsAt = held.dueAt ?? held.endsAt
  const number = periodsPaid + 1
  if (priceChange === null || startsAt === null) return periodAt(held, price, number)
  const { before } = priceChange
  if (!isInEffect(priceChange, planTerms, number, startsAt))
    return periodAt(held, before && isInEffect(before, planTerms, number, startsAt) ? before.price : price, number)
  const agreed = priceChange.price <= priceBefore(held) || isAccepted(priceChange, startsAt)
  return { ...periodAt(held, priceChange.price, number), agreed }
}

/** The price that was agreed to before the announced one. */
export const priceBefore = ({ price, priceChange }: Pick<Held, 'price' | 'priceChange'>): number =>
  priceChange?.before?.price ?? price

function periodAt({ planTerms }: Priced, price: number, number: number): NextPeriod {
  const amount = periodPrice({ price, firstPeriodPrice: planTerms?.firstPeriodPrice ?? null }, number)
  return { price, amount, agreed: true }
}

/** Whether a new price applies: the first period, and those of a commitment, keep the price of the purchase. */
const isInEffect = ({ from }: PriceFrom, planTerms: PlanTerms | null, number: number, startsAt: Date): boolean =>
  number > Math.max(1, planTerms?.commitmentPeriods ?? 0) && startsAt.getTime() >= Date.parse(from)

type Earlier = { price: number; until: string }

/**
 * The prices of a plan after a period was paid, if they change.
 * @param charged the price at which its renewal was ordered
 * @param at when it was paid
 */
export function pricesAfter<C extends PriceChange & { id: string | null }>(
  charged: number,
  found: Omit<Held, 'nextPlan' | 'dueAt' | 'endsAt'> & { priceChange: C | null; earlierPrices: Earlier[] | null },
  startsAt: Date,
  at: Date,
) {
  const { price, earlierPrices, priceChange, planTerms, periodsPaid } = found
  if (charged === price) {
    if (priceChange?.price !== price) return {}
    if (priceChange.id === null) return { priceChange: null }
    // A raise that replaces a lower price may be to the price that the plan still has.
    if (!isInEffect(priceChange, planTerms, periodsPaid + 1, startsAt)) return {}
  }
  const until = at.toISOString()
  const before = priceChange?.before
  // A raise that was announced in place of a lower price: the member agreed to it instead, and the lower price returns
  // if the raise is withdrawn.
  const skipped = before && charged === priceChange.price && charged > before.price
  const earlier = [...(earlierPrices ?? []), { price, until }, ...(skipped ? [{ price: before.price, until }] : [])]
  // A price for later periods is kept: a raise was withdrawn while it was charged, or the earlier price was due before
  // another one.
  const isAhead = priceChange !== null && priceChange.price !== charged
  const ahead = isAhead ? { ...priceChange, ...(before?.price === charged && { before: null }) } : null
  return { price: charged, earlierPrices: earlier, priceChange: ahead }
}

/** Whether a member agreed to a price in time for a period. */
export const isAccepted = ({ answer }: PriceChange, startsAt: Date): boolean =>
  answer?.accepted === true && Date.parse(answer.at) >= consentFrom(startsAt).getTime()

/** `anchorAt`, else `startsAt`, is the time from which the periods of renewals are counted. */
type Renewing = Held & {
  priceChange: PriceChange
  endsAt: Date
  billingMonths: number
  anchorAt: Date | null
  startsAt: Date
}

/** When the first period begins to which an announced price applies, if there is no pause until then. */
export function startOfPrice(held: Renewing): Date {
  const { priceChange, planTerms, billingMonths } = held
  const anchor = held.anchorAt ?? held.startsAt
  let startsAt = held.endsAt
  for (let number = held.periodsPaid + 1; !isInEffect(priceChange, planTerms, number, startsAt); number++)
    startsAt = endOfNextPeriod(anchor, billingMonths, startsAt)
  return startsAt
}
