import { seoulOffsetMs } from '@kingcar/contract'

/** The same day and time so many months later in Asia/Seoul; where that month has no such day, its last. */
export function monthsAfter(anchor: Date, months: number): Date {
  const local = new Date(anchor.getTime() + seoulOffsetMs)
  const day = local.getUTCDate()
  const result = new Date(local)
  result.setUTCDate(1)
  result.setUTCMonth(local.getUTCMonth() + months)
  const last = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(day, last))
  return new Date(result.getTime() - seoulOffsetMs)
}

/** Whether the period that follows on `dueAt` is paid already, by another order. */
export const isPaidBeyond = ({ endsAt }: { endsAt: Date | null }, dueAt: Date): boolean =>
  endsAt !== null && endsAt > dueAt

/**
 * When the period ends that follows on `end`. Periods are counted from the anchor and not from each other, so that one that
 * began on a 31st comes back to the 31st after a shorter month.
 * @param months of one period
 */
export function endOfNextPeriod(anchor: Date, months: number, end: Date): Date {
  let periods = 1
  while (monthsAfter(anchor, periods * months) <= end) periods += 1
  return monthsAfter(anchor, periods * months)
}

/**
 * When the period began that ends at `end`.
 * @param months of one period
 */
export function startOfPeriod(anchor: Date, months: number, end: Date): Date {
  let periods = 0
  while (monthsAfter(anchor, (periods + 1) * months) < end) periods += 1
  return monthsAfter(anchor, periods * months)
}
