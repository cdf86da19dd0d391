import { AppError, type Detail } from '../model/errors.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const dayLength = 24 * 60 * 60 * 1000

/** Korea has kept UTC+9 without summer time since 1988. */
export const seoulOffsetMs = 9 * 60 * 60 * 1000

/** The date in Asia/Seoul at a given time, YYYY-MM-DD. */
export const seoulDate = (at: Date): string =>
  new Date(at.getTime() + seoulOffsetMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Midnight in Asia/Seoul. */
const midnight = (date: string) => new Date(`${date}T00:00:00+09:00`)

/** Start of a range: the given time, or the start of the given day in Asia/Seoul. */
export function periodStart(from: string): Date {
  return day.test(from) ? midnight(from) : new Date(from)
}

/** Exclusive end of a range: the given time, or the end of the given day in Asia/Seoul. */
export function periodEnd(to: string): Date {
  return day.test(to) ? new Date(midnight(to).getTime() + dayLength) : new Date(to)
}

/** From `since` (inclusive) to `until` (exclusive) in Unix milliseconds; infinite if a side is open. */
export type Range = { since: number; until: number }

const invalidTime = { ko: '없는 시각이에요.', en: 'Is not a valid time.' }
const reversed = { path: 'to', ko: '시작보다 앞설 수 없어요.', en: 'Must not be before the start.' }

/**
 * The time range of a query.
 * @throws AppError VALIDATION_FAILED if a side is a leap second, which `Date` cannot represent, or the end is before
 *   the start
 */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Range {
  const since = from === undefined ? -Infinity : periodStart(from).getTime()
  const until = to === undefined ? Infinity : periodEnd(to).getTime()
  const details: Detail[] = []
  if (Number.isNaN(since)) details.push({ path: 'from', ...invalidTime })
  if (Number.isNaN(until)) details.push({ path: 'to', ...invalidTime })
  if (until < since) details.push(reversed)
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return { since, until }
}

/** The number of the day in Asia/Seoul, which has no daylight saving time. */
export const seoulDayNumber = (at: Date): number => Math.floor((at.getTime() + seoulOffsetMs) / dayLength)

/** The days in Asia/Seoul from one time to another; negative if it is earlier. */
export const seoulDaysBetween = (from: Date, to: Date): number => seoulDayNumber(to) - seoulDayNumber(from)

/** The same time of day, a number of days later. */
export const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * dayLength)

/** Local time in Seoul: `2026-01-31 09:00:00`. */
export const seoulTime = (at: Date): string =>
  new Date(at.getTime() + seoulOffsetMs).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length).replace('T', ' ')
