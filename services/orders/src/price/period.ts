import { monthsAfter } from '@kingcar/contract'

/** Whether another order has already paid the period after `dueAt`. */
export const isPaidBeyond = ({ endsAt }: { endsAt: Date | null }, dueAt: Date): boolean =>
  endsAt !== null && endsAt > dueAt

/**
 * The end of the period that follows `end`. Periods are counted from the anchor and not from each other, so that a
 * subscription that began on a 31st ends on a 31st again after a shorter month.
 * @param months length of a period
 */
export function endOfNextPeriod(anchor: Date, months: number, end: Date): Date {
  let periods = 1
  while (monthsAfter(anchor, periods * months) <= end) periods += 1
  return monthsAfter(anchor, periods * months)
}

/** The period that a renewal pays. `anchor` is the time from which this period and the following ones are counted. */
export type RenewedPeriod = { anchor: Date; endsAt: Date }

/**
 * The period that follows `dueAt`, or the current one if the payment is later: past periods without use are not paid.
 * If most of a period has passed when it is paid, it begins at the payment instead, and the following periods are
 * counted from there.
 * @param months length of a period
 */
export function renewedPeriod(anchor: Date, months: number, dueAt: Date, paidAt: Date): RenewedPeriod {
  const endsAt = endOfNextPeriod(anchor, months, paidAt > dueAt ? paidAt : dueAt)
  const start = startOfPeriod(anchor, months, endsAt)
  const isMostlyPassed = paidAt.getTime() - start.getTime() > endsAt.getTime() - paidAt.getTime()
  return isMostlyPassed ? { anchor: paidAt, endsAt: monthsAfter(paidAt, months) } : { anchor, endsAt }
}

/**
 * The period that contains a time after the anchor: from `start`, until before `end`.
 * @param months length of a period
 */
export function periodOf(anchor: Date, months: number, at: Date): { start: Date; end: Date } {
  const end = endOfNextPeriod(anchor, months, at)
  return { start: startOfPeriod(anchor, months, end), end }
}

/**
 * The start of the period that ends at `end`.
 * @param months length of a period
 */
export function startOfPeriod(anchor: Date, months: number, end: Date): Date {
  let periods = 0
  while (monthsAfter(anchor, (periods + 1) * months) < end) periods += 1
  return monthsAfter(anchor, periods * months)
}
