import { beginningOf, dayAfter } from '../text/format.ts'

const day = 86_400_000
/** Five years, which the server can count by days in one request. */
export const maxDays = 1_827
/** Longest range with hours of the day: the server counts at most 10,000 hours per request. */
export const maxDaysWithHours = 366

export type QuickRange = 'today' | 'week' | 'month'

/** Search parameters: a quick range, or days. */
export type RangeSearch = { range?: QuickRange; from?: string; to?: string }

/** Days in Seoul, `YYYY-MM-DD`, both inclusive. `cut` if fewer days are shown than requested. */
export type Range = { from: string; to: string; days: number; cut: boolean }

/** The quick range of the address, by default a week; undefined if the address has days. */
export function quickRangeOf({ range, from, to }: RangeSearch): QuickRange | undefined {
  return from === undefined && to === undefined ? (range ?? 'week') : undefined
}

/** The days of the address. `from` alone means up to today, `to` alone means that one day. */
export function rangeOf(search: RangeSearch, today: string): Range {
  const quick = quickRangeOf(search)
  if (quick !== undefined) return rangeFrom(firstOf(quick, today), today)
  const from = search.from ?? search.to ?? today
  const to = search.to ?? (from > today ? from : today)
  return from > to ? rangeFrom(to, from) : rangeFrom(from, to)
}

function firstOf(quick: QuickRange, today: string): string {
  if (quick === 'month') return `${today.slice(0, 'YYYY-MM'.length)}-01`
  return quick === 'week' ? dayAfter(today, -6) : today
}

function rangeFrom(from: string, to: string): Range {
  const days = Math.round((beginningOf(to) - beginningOf(from)) / day) + 1
  if (days <= maxDays) return { from, to, days, cut: false }
  return { from: dayAfter(to, 1 - maxDays), to, days: maxDays, cut: true }
}
