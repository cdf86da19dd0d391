import { AppError, type Detail } from '../model/errors.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const dayLength = 24 * 60 * 60 * 1000

/** Korea has kept UTC+9 without summer time since 1988. */
export const seoulOffsetMs = 9 * 60 * 60 * 1000

/** The day that it is in Asia/Seoul at a moment, YYYY-MM-DD. */
export const seoulDate = (at: Date): string =>
  new Date(at.getTime() + seoulOffsetMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Midnight in Asia/Seoul. */
const midnight = (date: string) => new Date(`${date}T00:00:00+09:00`)

/** Where a range begins: the moment itself, or the beginning of the day in Asia/Seoul. */
export function periodStart(from: string): Date {
  return day.test(from) ? midnight(from) : new Date(from)
}

/** Where a range ends, exclusive: the moment itself, or the end of the day in Asia/Seoul. */
export function periodEnd(to: string): Date {
  return day.test(to) ? new Date(midnight(to).getTime() + dayLength) : new Date(to)
}

/** What begins at `since` or later and before `until`: Unix milliseconds, infinite where a side is open. */
export type Range = { since: number; until: number }

const noMoment = { ko: '없는 시각이에요.', en: 'There is no such moment.' }
const reversed = { path: 'to', ko: '시작보다 앞설 수 없어요.', en: 'Is before the beginning.' }

/**
 * The range that a query asks for.
 * @throws AppError VALIDATION_FAILED where a side is a leap second, which no clock here has, or the end comes first
 */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Range {
  const since = from === undefined ? -Infinity : periodStart(from).getTime()
  const until = to === undefined ? Infinity : periodEnd(to).getTime()
  const details: Detail[] = []
  if (Number.isNaN(since)) details.push({ path: 'from', ...noMoment })
  if (Number.isNaN(until)) details.push({ path: 'to', ...noMoment })
  if (until < since) details.push(reversed)
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return { since, until }
}

/** An instant as a clock on a wall in Seoul shows it: `2026-01-31 09:00:00`. */
export const seoulTime = (at: Date): string =>
  new Date(at.getTime() + seoulOffsetMs).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length).replace('T', ' ')
