import type { BusinessHours } from '@kingcar/contract'

/*
 * Business hours as a week of seven days, each with its spans, in the order in which they open. A span that closes before it
 * opens goes on past midnight; 00:00 to 24:00 is the whole day; a day without spans is closed.
 */

export type Span = { open: string; close: string }
/** Monday first. */
export type Week = readonly (readonly Span[])[]

export const allDay: Span = { open: '00:00', close: '24:00' }
/** What a day that opens begins with. */
export const usual: Span = { open: '09:00', close: '18:00' }

const byOpening = (one: Span, other: Span) => (one.open < other.open ? -1 : one.open > other.open ? 1 : 0)

export const weekOf = (hours: readonly BusinessHours[]): Week =>
  Array.from({ length: 7 }, (_, index) =>
    hours
      .filter(({ day }) => day === index + 1)
      .map(({ open, close }) => ({ open, close }))
      .toSorted(byOpening),
  )

export const hoursOf = (week: Week): BusinessHours[] =>
  week.flatMap((spans, index) => spans.map(({ open, close }) => ({ day: index + 1, open, close })))

/** The week with one day's spans in place of what they were. */
export const withDay = (week: Week, day: number, spans: readonly Span[]): Week =>
  week.map((each, index) => (index === day ? spans : each))

/** One day's spans for several days. */
export const copied = (week: Week, day: number, to: readonly number[]): Week =>
  week.map((each, index) => (to.includes(index) ? (week[day] ?? []) : each))

export const isAllDay = (spans: readonly Span[]): boolean =>
  spans.length === 1 && spans[0]?.open === allDay.open && spans[0].close === allDay.close

export const isPastMidnight = ({ open, close }: Span): boolean => close <= open

const minutes = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
const dayLength = 24 * 60

/** The minutes of a week, from Monday's beginning, in which a span of a day is open. */
function intervalOf(day: number, { open, close }: Span): { from: number; to: number } {
  const from = day * dayLength + minutes(open)
  const length = (minutes(close) - minutes(open) + dayLength) % dayLength || dayLength
  return { from, to: from + length }
}

/** The days on which a span overlaps another one, also one that comes past midnight, or over the week's end. */
export function overlaps(week: Week): Set<number> {
  const spans = week.flatMap((each, day) => each.map((span) => ({ day, ...intervalOf(day, span) })))
  const found = new Set<number>()
  for (const one of spans) {
    for (const other of spans) {
      if (one === other) continue
      for (const shift of [0, 7 * dayLength]) {
        if (one.from < other.to + shift && other.from + shift < one.to) found.add(one.day).add(other.day)
      }
    }
  }
  return found
}
