import type { Revenue, VisitStatistic } from '@kingcar/contract'
import type { Point } from '../charts/values.ts'

/** Visit counts of a period. */
export type Totals = Pick<VisitStatistic, 'visits' | 'members' | 'guests' | 'returning'>

export function totalOf(periods: readonly Totals[]): Totals {
  const total = { visits: 0, members: 0, guests: 0, returning: 0 }
  for (const { visits, members, guests, returning } of periods) {
    total.visits += visits
    total.members += members
    total.guests += guests
    total.returning += returning
  }
  return total
}

/** Net revenue: paid minus refunded. */
export const earned = ({ paid, refunded }: Pick<Revenue, 'paid' | 'refunded'>): number => paid - refunded

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

/** Visits by day, in order. */
export function byDay(hours: readonly VisitStatistic[]): Point[] {
  const sums = new Map<string, number>()
  for (const { period, visits } of hours) {
    const day = period.slice(0, 'YYYY-MM-DD'.length)
    sums.set(day, (sums.get(day) ?? 0) + visits)
  }
  return [...sums].map(([key, value]) => ({ key, value }))
}

const hourOf = (period: string): number => Number(period.slice('YYYY-MM-DDT'.length))
/** 0 is Monday. */
export const weekdayOf = (period: string): number =>
  (new Date(`${period.slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`).getUTCDay() + 6) % 7
