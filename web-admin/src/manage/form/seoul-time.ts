import { dateOf } from '../text/format.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', hour: '2-digit', minute: '2-digit' })

/** An instant as date and time in Seoul, for form inputs: `2026-11-21` and `14:32`; empty for null. */
export function seoulParts(instant: string | null): { date: string; time: string } {
  const at = Date.parse(instant ?? '')
  return Number.isNaN(at) ? { date: '', time: '' } : { date: dateOf(at), time: clock.format(at) }
}

/** Date and time in Seoul as an ISO instant. Without a time it is the start of the day; without a date, null. */
export function instantOf(date: string, time: string): string | null {
  const at = Date.parse(`${date}T${time === '' ? '00:00' : time}:00+09:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
