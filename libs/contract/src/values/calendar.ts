import { AppError } from '../model/errors.ts'
import { type Range, seoulOffsetMs } from './period.ts'

const hour = 60 * 60_000
const day = 24 * hour
const week = 7 * day

/** Lengths of calendar periods in Asia/Seoul. A week begins on Monday. */
export const periodLengths = ['hour', 'day', 'week', 'month'] as const
export type PeriodLength = (typeof periodLengths)[number]

/**
 * From `start` (inclusive) to `end` (exclusive) in Unix milliseconds. The name is that of its start: `2026-01-31T09` for an hour,
 * `2026-01-31` for a day or for a week by its Monday, `2026-01` for a month.
 */
export type Period = { start: number; end: number; name: string }

/** A date whose UTC fields are the local date and time in Seoul. */
const inSeoul = (at: number) => new Date(at + seoulOffsetMs)
const fromSeoul = (local: number) => local - seoulOffsetMs

/** 1 January 1970 was a Thursday. */
const mondayOffset = 3 * day

/** The number of the period that a time is in, counted from 1970. */
function indexAt(at: number, by: PeriodLength): number {
  const local = at + seoulOffsetMs
  if (by === 'month') return (inSeoul(at).getUTCFullYear() - 1970) * 12 + inSeoul(at).getUTCMonth()
  if (by === 'week') return Math.floor((local + mondayOffset) / week)
  return Math.floor(local / (by === 'day' ? day : hour))
}

function startAt(index: number, by: PeriodLength): number {
  if (by === 'month') return fromSeoul(Date.UTC(1970, index, 1))
  if (by === 'week') return fromSeoul(index * week - mondayOffset)
  return fromSeoul(index * (by === 'day' ? day : hour))
}

const nameLengths = {
  hour: 'YYYY-MM-DDTHH'.length,
  day: 'YYYY-MM-DD'.length,
  week: 'YYYY-MM-DD'.length,
  month: 'YYYY-MM'.length,
}

/** The name of the period that begins at a time. */
const nameOf = (start: number, by: PeriodLength) => inSeoul(start).toISOString().slice(0, nameLengths[by])

/** The period that contains a time. */
export function periodAt(at: number, by: PeriodLength): Period {
  const index = indexAt(at, by)
  const start = startAt(index, by)
  return { start, end: startAt(index + 1, by), name: nameOf(start, by) }
}

/** The start of the period that a time is in, or with `up` of the next one unless the time is itself a start. */
export function startOfPeriod(at: number, by: PeriodLength, round: 'up' | 'down'): number {
  const { start, end } = periodAt(at, by)
  return round === 'down' || start === at ? start : end
}

/**
 * All periods that a range overlaps, in order.
 * @param most largest number of periods
 * @throws AppError VALIDATION_FAILED if there are more
 */
export function periodsOf({ since, until }: Range, by: PeriodLength, most: number): Period[] {
  if (since >= until) return []
  const [first, last] = [indexAt(since, by), indexAt(until - 1, by)]
  if (last - first >= most) throw new AppError('VALIDATION_FAILED', { details: [tooMany(most)] })
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const start = startAt(first + at, by)
    return { start, end: startAt(first + at + 1, by), name: nameOf(start, by) }
  })
}

const tooMany = (most: number) => ({
  path: 'to',
  ko: `한 번에 ${most.toLocaleString('ko')}개 구간까지 볼 수 있어요.`,
  en: `Must span at most ${most.toLocaleString('en')} periods.`,
})

/** What a range is compared with. */
export const comparisons = ['previousPeriod', 'sameWeekdays', 'lastYear'] as const
export type Comparison = (typeof comparisons)[number]

/**
 * The earlier range that a range is compared with. `previousPeriod` ends where the range begins, and has the same
 * length, in months if the range consists of whole months; `sameWeekdays` is earlier by whole weeks, by as few as are
 * needed to avoid an overlap; `lastYear` has the same dates a year before (an empty range for 29 February alone).
 */
export function comparedRange({ since, until }: Range, comparison: Comparison): Range {
  if (comparison === 'lastYear') return { since: monthsLater(since, -12), until: monthsLater(until, -12) }
  const length = until - since
  if (comparison === 'sameWeekdays') {
    const back = Math.ceil(length / week) * week
    return { since: since - back, until: until - back }
  }
  const whole = [since, until].every((at) => startOfPeriod(at, 'month', 'down') === at)
  const months = whole ? indexAt(until, 'month') - indexAt(since, 'month') : 0
  return { since: months > 0 ? monthsLater(since, -months) : since - length, until: since }
}

/** The same date and time of day in Seoul in another month. */
function monthsLater(at: number, months: number): number {
  const date = inSeoul(at)
  date.setUTCMonth(date.getUTCMonth() + months)
  return fromSeoul(date.getTime())
}

/** The same day and time in Asia/Seoul `months` later; the last day of that month where it is shorter. */
export function monthsAfter(anchor: Date, months: number): Date {
  const result = inSeoul(anchor.getTime())
  const day = result.getUTCDate()
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const last = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(day, last))
  return new Date(fromSeoul(result.getTime()))
}
