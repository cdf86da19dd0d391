import { AppError, type Detail, periodEnd, periodStart } from '@kingcar/contract'

/** Visits that begin at `since` or later and before `until`: Unix milliseconds, infinite where a side is open. */
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
