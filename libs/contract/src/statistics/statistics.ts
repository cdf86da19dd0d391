import type { TObject, TProperties } from 'typebox'
import * as Type from 'typebox'
import { From, Instant, Nullable, Strict, To } from '../model/common-schemas.ts'
import { AppError } from '../model/errors.ts'
import {
  type Comparison,
  comparedRange,
  comparisons,
  type PeriodLength,
  periodLengths,
  periodsOf,
} from '../values/calendar.ts'
import { type Range, rangeOf } from '../values/period.ts'

/** The largest number of periods in one response: five years of days, or 83 days of hours. */
const mostPeriods = 2000
/** The longest range, in years: long enough for the figures of a business, and short enough to detect a wrong date. */
const mostYears = 10
const tooLong = {
  path: 'to',
  ko: `한 번에 ${mostYears}년까지 볼 수 있어요.`,
  en: `Must be at most ${mostYears} years after the start.`,
}

/** Part of the description of every operation of statistics. */
export const howStatisticsCount = `Periods are in Asia/Seoul, and periods without events are included. With
  \`compareWith\` each row also has the figures of the earlier range; if the range is not over at \`asOf\`, its total
  and its groups are compared with the same part of the earlier range, and its periods with whole periods.`

/**
 * Query of statistics.
 * @param by the allowed kinds of rows
 */
export const statisticsQuery = <B extends string, T extends TProperties>(by: readonly [B, ...B[]], more: T) =>
  Strict({
    from: From,
    to: To,
    by: Type.Optional(Type.Enum([...by], { default: by[0], description: 'Kind of the rows' })),
    compareWith: Type.Optional(
      Type.Enum([...comparisons], {
        description:
          'previousPeriod: the period of the same length before the range; sameWeekdays: the same days of an earlier week; lastYear: the same dates a year before',
      }),
    ),
    ...more,
  })

/** Statistics with the given figures, as a table of rows and their total. */
export const Statistics = <T extends TProperties>(figures: TObject<T>) =>
  Type.Object({
    asOf: Type.String({ format: 'date-time', description: 'The figures include everything up to this time' }),
    from: Instant,
    to: Instant,
    comparedFrom: Nullable(Instant),
    comparedTo: Nullable(Instant),
    total: figures,
    comparedTotal: Nullable(figures),
    rows: Type.Array(
      Type.Object({
        key: Type.String({
          description: 'Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id',
          examples: ['2026-01-31'],
        }),
        name: Nullable(
          Type.String({
            description: 'Name of the store, product or other entity with this id; null for a period',
            examples: ['강남점'],
          }),
        ),
        partial: Type.Boolean({ description: 'Whether the period is not over at `asOf`' }),
        figures,
        compared: Nullable(figures),
      }),
    ),
  })

type Row<F> = { key: string; name: string | null; figures: F }
type Query = { from: string; to: string; compareWith?: Comparison | undefined }

/** Functions that read figures. Times are Unix milliseconds. */
export type Source<F> = {
  /** The current time: the range is counted up to it. */
  now: number
  /** Time up to which the figures are complete, if it is before `now`. */
  asOf?: number
  /** Figures of a period or group without rows. */
  none: F
  /** Figures of all periods or groups that have rows. The key of a period is its name. */
  rows: (range: Range) => Promise<Row<F>[]>
  total: (range: Range) => Promise<F>
}

/**
 * Composes the response of an operation of statistics.
 * @param by how the rows of the source are grouped; groups that are no periods keep the order of the source
 * @throws AppError VALIDATION_FAILED if the range ends before it begins, or is too long
 */
export async function composeStatistics<F>(query: Query, by: string, source: Source<F>) {
  const range = rangeOf(query)
  if (range.until - range.since > mostYears * 366 * 86_400_000)
    throw new AppError('VALIDATION_FAILED', { details: [tooLong] })
  const earlier = query.compareWith && comparedRange(range, query.compareWith)
  const asOf = Math.min(source.now, source.asOf ?? source.now)
  const within = (at: number) => Math.max(range.since, Math.min(range.until, at))
  const counted = { since: range.since, until: within(source.now) }
  const alike = earlier && {
    since: earlier.since,
    until: sameMoment(range, earlier, within(asOf), query.compareWith),
  }
  const frame = isPeriod(by)
    ? { now: periodsOf(range, by, mostPeriods), earlier: earlier ? periodsOf(earlier, by, mostPeriods) : [] }
    : undefined
  const [rows, comparedRows, total, comparedTotal] = await Promise.all([
    source.rows(frame ? range : counted),
    earlier ? source.rows(frame ? earlier : (alike ?? earlier)) : [],
    source.total(counted),
    alike ? source.total(alike) : null,
  ])
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const comparedByKey = new Map(comparedRows.map((row) => [row.key, row]))
  const compared = (key: string | undefined) =>
    earlier && key !== undefined ? (comparedByKey.get(key)?.figures ?? source.none) : null
  const groups = [...byKey.keys(), ...[...comparedByKey.keys()].filter((key) => !byKey.has(key))]
  return {
    asOf: iso(asOf),
    from: iso(range.since),
    to: iso(range.until),
    comparedFrom: earlier ? iso(earlier.since) : null,
    comparedTo: earlier ? iso(earlier.until) : null,
    total,
    comparedTotal,
    rows: frame
      ? frame.now.map(({ name: key, start, end }, at) => ({
          key,
          name: null,
          partial: start <= asOf && asOf < end,
          figures: byKey.get(key)?.figures ?? source.none,
          compared: compared(frame.earlier[at]?.name),
        }))
      : groups.map((key) => ({
          key,
          name: byKey.get(key)?.name ?? comparedByKey.get(key)?.name ?? null,
          partial: range.since <= asOf && asOf < range.until,
          figures: byKey.get(key)?.figures ?? source.none,
          compared: compared(key),
        })),
  }
}

/**
 * The end of the compared part of the earlier range. If the range is over, it is the end of the earlier range; otherwise
 * that part is as long as the part of the range that has passed.
 */
function sameMoment(range: Range, earlier: Range, now: number, comparison: Comparison | undefined): number {
  if (now === range.until) return earlier.until
  if (comparison === 'lastYear') return comparedRange({ since: range.since, until: now }, comparison).until
  return Math.min(earlier.until, earlier.since + (now - range.since))
}

const isPeriod = (by: string): by is PeriodLength => (periodLengths as readonly string[]).includes(by)
const iso = (at: number) => new Date(at).toISOString()
