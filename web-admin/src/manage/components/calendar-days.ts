const day = 86_400_000

const textOf = (at: number) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The same day of the month `months` later, or the last day of a shorter month: `2026-02-28` is one month after `2026-01-31`. */
export function monthsAfter(date: string, months: number): string {
  const at = new Date(date)
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
  const last = daysIn(first.getUTCFullYear(), first.getUTCMonth())
  return textOf(first.setUTCDate(Math.min(at.getUTCDate(), last)))
}

/** The weeks of a date's month, from Sunday to Saturday; undefined for days of other months. */
export function weeksOf(date: string): (string | undefined)[][] {
  const at = new Date(date)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  const first = Date.UTC(year, month, 1)
  const before = new Date(first).getUTCDay()
  const days = daysIn(year, month)
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const index = week * 7 + weekday - before
      return index < 0 || index >= days ? undefined : textOf(first + index * day)
    }),
  )
}

/** The day to which a key moves in a calendar, or undefined for other keys: arrows, Home, End, Page Up and Page Down. */
export function dayByKey(key: string, shift: boolean, date: string): string | undefined {
  const at = Date.parse(date)
  const weekday = new Date(at).getUTCDay()
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
  }
  const months: Record<string, number> = { PageUp: -1, PageDown: 1 }
  const step = steps[key]
  if (step !== undefined) return textOf(at + step * day)
  const month = months[key]
  return month === undefined ? undefined : monthsAfter(date, month * (shift ? 12 : 1))
}
