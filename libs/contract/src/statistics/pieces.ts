import { type PeriodLength, startOfPeriod } from '../values/calendar.ts'
import type { Range } from '../values/period.ts'

/** Ranges whose figures are read from the sums of periods of one length. */
export type Piece = { length: PeriodLength; ranges: Range[] }

/**
 * How to read the figures of a range: from sums of as few periods as possible, and from the rows themselves only before
 * the first and after the last whole period. So the work depends on the number of periods, not on that of rows.
 * @param lengths of the periods that have sums, the shortest first; a longer period consists of whole shorter ones
 * @returns `summed`: the range that the pieces cover; `rest`: what is left of the given range
 */
export function piecesOf(range: Range, lengths: readonly [PeriodLength, ...PeriodLength[]]) {
  const whole: Range[] = []
  for (const length of lengths) whole.push(wholePeriods(whole.at(-1) ?? range, length))
  const [summed = range] = whole
  const pieces = lengths.map((length, at): Piece => {
    const [outer = summed, longer] = whole.slice(at)
    return { length, ranges: longer === undefined ? [outer] : around(outer, longer) }
  })
  return { summed, pieces, rest: around(range, summed) }
}

/** What is left of a range before and after another one within it. */
const around = ({ since, until }: Range, inner: Range): Range[] =>
  [
    { since, until: inner.since },
    { since: inner.until, until },
  ].filter((range) => range.since < range.until)

/** The whole periods of a range; an empty range within it if there is none. */
export function wholePeriods({ since, until }: Range, by: PeriodLength): Range {
  const [first, end] = [startOfPeriod(since, by, 'up'), startOfPeriod(until, by, 'down')]
  return first < end ? { since: first, until: end } : { since: until, until }
}
