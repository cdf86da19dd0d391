import type { PeriodLength } from '@kingcar/contract'
import { dateOf, dayAfter, isThisYear, shortDate } from '../text/format.ts'
import { text } from './copy.ts'

/** The earlier range of a comparison. */
export type Compared = {
  /** `11월 1일 (일) – 11월 7일 (토)` */
  label: string
  /** Name of the bucket at the same place; by default that of the range, for buckets of different length. */
  bucket: (at: number, by: PeriodLength) => string
}

/** The dates of the earlier range of a response; undefined without a comparison. */
export function comparedOf(
  data: { comparedFrom: string | null; comparedTo: string | null } | undefined,
): Compared | undefined {
  if (data?.comparedFrom == null || data.comparedTo === null) return undefined
  const first = dateOf(Date.parse(data.comparedFrom))
  const last = dateOf(Date.parse(data.comparedTo) - 1)
  const label = first >= last ? shortDate(first) : text.series.days(shortDate(first), shortDate(last))
  const bucket = (at: number, by: PeriodLength) => {
    if (by === 'day') return shortDate(dayAfter(first, at))
    return by === 'hour' ? bucketName(`${dayAfter(first, Math.floor(at / 24))}T${at % 24}`, 'hour') : label
  }
  return { label, bucket }
}

/** The full name of a bucket. */
export function bucketName(key: string, by: PeriodLength): string {
  const [day = '', hour = ''] = key.split('T')
  if (by === 'month') return text.series.monthName(key.slice(0, 4), Number(key.slice(5, 7)))
  if (by === 'week') return text.series.weekName(shortDate(day))
  return by === 'day' ? shortDate(day) : text.series.hourName(shortDate(day), Number(hour))
}

/** Its name below a chart. */
export function bucketShortName(key: string, by: PeriodLength): string {
  const [day = '', hour = ''] = key.split('T')
  if (by === 'hour') return text.hours.at(String(Number(hour)))
  const year = isThisYear(key) ? '' : key.slice('YY'.length, 'YYYY'.length)
  const month = Number(key.slice(5, 7))
  if (by === 'month') return text.series.monthShort(year, month)
  return [...(year === '' ? [] : [year]), month, Number(day.slice(8, 10))].join('/')
}

/** The lengths of buckets that can be shown: hours of at most 31 days. */
export const bucketsOf = (days: number, withHours: boolean): PeriodLength[] => [
  ...(withHours && days <= 31 ? (['hour'] as const) : []),
  ...(['day', 'week', 'month'] as const),
]

/** With more days, the bar of a day would be too narrow to point at. */
const maxDaysByDay = 366

/** The chosen length, if it can be shown; by default hours of one day, days of more, and months of more than a year. */
export function bucketOf(chosen: PeriodLength | undefined, days: number, withHours: boolean): PeriodLength {
  const all = bucketsOf(days, withHours)
  if (chosen !== undefined && all.includes(chosen)) return chosen
  if (days > maxDaysByDay) return 'month'
  return days === 1 && withHours ? 'hour' : 'day'
}
