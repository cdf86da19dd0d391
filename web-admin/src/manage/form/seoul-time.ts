import { dateOf } from '../text/format.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', hour: '2-digit', minute: '2-digit' })

/** A moment as the fields of a form take it, in Seoul: `2026-11-21` and `14:32`; empty for none. */
export function seoulParts(instant: string | null): { date: string; time: string } {
  const at = Date.parse(instant ?? '')
  return Number.isNaN(at) ? { date: '', time: '' } : { date: dateOf(at), time: clock.format(at) }
}

/** A day and a time of day in Seoul as the API takes it; the day's beginning without a time, null without a day. */
export function instantOf(date: string, time: string): string | null {
  const at = Date.parse(`${date}T${time === '' ? '00:00' : time}:00+09:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
