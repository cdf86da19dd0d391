import { beginningOf, dateOf } from '../text/format.ts'

const day = 86_400_000
/** What is compared up to now is compared up to this pace of it, so that the same is not asked again each second. */
const pace = 600_000
/** Most days that one dashboard shows: the server counts 10,000 hours at once. */
export const mostDays = 366

export type QuickRange = 'today' | 'week' | 'month'

/** What an address asks for: a usual range, or days. */
export type RangeSearch = { range?: QuickRange; from?: string; to?: string }

/** Days in Seoul, `YYYY-MM-DD`, both included. `cut` where fewer are shown than were asked for. */
export type Range = { from: string; to: string; days: number; cut: boolean }

/** The day that is so many days after another, or before it. */
export const dayAfter = (date: string, days = 1): string => dateOf(beginningOf(date) + days * day)

/** The usual range that an address asks for; undefined where it names days. */
export function quickRangeOf({ range, from, to }: RangeSearch): QuickRange | undefined {
  return from === undefined && to === undefined ? (range ?? 'week') : undefined
}

/** The days that an address asks for; one end alone is one day, or all of them up to today. */
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

function rangeFrom(asked: string, to: string): Range {
  const days = Math.round((beginningOf(to) - beginningOf(asked)) / day) + 1
  if (days <= mostDays) return { from: asked, to, days, cut: false }
  return { from: dayAfter(to, 1 - mostDays), to, days: mostDays, cut: true }
}

/**
 * As many days right before, as moments. What is not over yet is compared with what was there at the same time: up to
 * `now`, in milliseconds.
 */
export function rangeBefore({ from, to, days }: Range, now: number): { from: string; to: string } {
  const end = Math.min(beginningOf(to) + day, Math.max(beginningOf(from), now - (now % pace)))
  const instant = (milliseconds: number) => new Date(milliseconds - days * day).toISOString()
  return { from: instant(beginningOf(from)), to: instant(end) }
}
