import type { BusinessHours } from '@kingcar/contract'

/*
 * Business hours as a week of seven days, each with its spans in the order of opening. A span whose closing time is before its
 * opening time extends past midnight; 00:00 to 24:00 is the whole day; a day without spans is closed.
 */

export type Span = { open: string; close: string }
/** Monday first. */
export type Week = readonly (readonly Span[])[]

export const allDay: Span = { open: '00:00', close: '24:00' }
/** Initial span of a day that is switched to open. */
export const defaultSpan: Span = { open: '09:00', close: '18:00' }

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

/** Replaces the spans of one day. */
export const withDay = (week: Week, day: number, spans: readonly Span[]): Week =>
  week.map((each, index) => (index === day ? spans : each))

/** Copies the spans of one day to other days. */
export const copyDay = (week: Week, day: number, to: readonly number[]): Week =>
  week.map((each, index) => (to.includes(index) ? (week[day] ?? []) : each))

export const isAllDay = (spans: readonly Span[]): boolean =>
  spans.length === 1 && spans[0]?.open === allDay.open && spans[0].close === allDay.close

export const isPastMidnight = ({ open, close }: Span): boolean => close <= open

const minutes = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
const dayLength = 24 * 60

/** A span of a day in minutes since the start of Monday. */
function intervalOf(day: number, { open, close }: Span): { from: number; to: number } {
  const from = day * dayLength + minutes(open)
  const length = (minutes(close) - minutes(open) + dayLength) % dayLength || dayLength
  return { from, to: from + length }
}

/** The days with a span that overlaps another one, also across midnight or the end of the week. */
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
