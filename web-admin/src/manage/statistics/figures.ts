import type { VisitStatistic } from '@kingcar/contract'
import type { Point } from '../charts/values.ts'

/** Visits by hour of the day in Seoul, summed over all days: 24 values. */
export function byHourOfDay(hours: readonly VisitStatistic[]): Point[] {
  const sums = Array.from({ length: 24 }, () => 0)
  for (const { period, visits } of hours) sums[hourOf(period)] = (sums[hourOf(period)] ?? 0) + visits
  return sums.map((value, hour) => ({ key: String(hour), value }))
}

/** Visits by weekday (Monday first) and hour of the day: seven rows of 24 values. */
export function byWeekday(hours: readonly VisitStatistic[]): Point[] {
  const sums = Array.from({ length: 7 * 24 }, () => 0)
  for (const { period, visits } of hours) {
    const at = weekdayOf(period) * 24 + hourOf(period)
    sums[at] = (sums[at] ?? 0) + visits
  }
  return sums.map((value, at) => ({ key: String(at), value }))
}

const hourOf = (period: string): number => Number(period.slice('YYYY-MM-DDT'.length))
/** 0 is Monday. */
export const weekdayOf = (period: string): number =>
  (new Date(`${period.slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`).getUTCDay() + 6) % 7
