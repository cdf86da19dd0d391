import type { Revenue, VisitStatistic } from '@kingcar/contract'

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

/** A value of a chart with its key. */
export type Point = { key: string; value: number }

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

/** The largest value, the first one if several are equal; undefined if all are zero. */
export function peakOf<P extends Point>(points: readonly P[]): P | undefined {
  const most = Math.max(0, ...points.map(({ value }) => value))
  return most === 0 ? undefined : points.find(({ value }) => value === most)
}

/** Change from the previous value: its direction, and its size in whole percent of the previous value. */
export type Change = { direction: 'up' | 'down' | 'same'; percent: number } | { direction: 'new' | 'none' }

export function changeOf(now: number, before: number): Change {
  if (before === 0) return { direction: now === 0 ? 'none' : 'new' }
  const percent = Math.round((100 * (now - before)) / Math.abs(before))
  return { direction: directionOf(percent), percent }
}

/** Change of a share in whole percentage points; 'none' if either total is zero. */
export function shareChangeOf(now: Share, before: Share): Change {
  if (now.of === 0 || before.of === 0) return { direction: 'none' }
  const percent = Math.round((100 * now.part) / now.of) - Math.round((100 * before.part) / before.of)
  return { direction: directionOf(percent), percent }
}

export type Share = { part: number; of: number }

const directionOf = (percent: number) => (percent > 0 ? 'up' : percent < 0 ? 'down' : 'same')
