import { AppError, type Range, seoulOffsetMs } from '@kingcar/contract'

const day = 24 * 60 * 60_000
export type PeriodLength = 'day' | 'month'

/** Periods in one response at most. */
const maxPeriods = 400
const tooMany = { path: 'to', ko: '한 번에 400개 구간까지 볼 수 있어요.', en: 'Ask for at most 400 periods.' }

/** A date whose UTC fields are the local date and time in Seoul. */
const inSeoul = (at: number) => new Date(at + seoulOffsetMs)

/** The name of the period that contains a time (Unix ms): `2026-01-31` or `2026-01`. */
export const periodOf = (at: number, by: PeriodLength): string =>
  inSeoul(at)
    .toISOString()
    .slice(0, by === 'day' ? -'THH:mm:ss.sssZ'.length : -'-DDTHH:mm:ss.sssZ'.length)

/**
 * The days or months in Asia/Seoul that a range overlaps, in order.
 * @throws AppError VALIDATION_FAILED for more than 400
 */
export function periodsOf({ since, until }: Range, by: PeriodLength): string[] {
  if (since >= until) return []
  const [first, last] = [indexOfPeriod(since, by), indexOfPeriod(until - 1, by)]
  if (last - first >= maxPeriods) throw new AppError('VALIDATION_FAILED', { details: [tooMany] })
  return Array.from({ length: last - first + 1 }, (_, at) => periodOf(startOfPeriod(first + at, by), by))
}

/** Number of days or months since 1 January 1970 in Seoul. */
function indexOfPeriod(at: number, by: PeriodLength): number {
  const seoul = inSeoul(at)
  return by === 'day' ? Math.floor(seoul.getTime() / day) : (seoul.getUTCFullYear() - 1970) * 12 + seoul.getUTCMonth()
}

const startOfPeriod = (place: number, by: PeriodLength): number =>
  (by === 'day' ? place * day : Date.UTC(1970, place, 1)) - seoulOffsetMs
