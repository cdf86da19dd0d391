import { age } from '../../ui/age.ts'

const inSeoul = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Seoul', ...options })

const dateFormat = inSeoul('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const longDateFormat = inSeoul('ko-KR', { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })
const shortDateFormat = inSeoul('ko-KR', { month: 'long', day: 'numeric', weekday: 'short' })
const dayFormat = inSeoul('ko-KR', { month: 'long', day: 'numeric' })
const timeFormat = inSeoul('ko-KR', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const clockFormat = inSeoul('ko-KR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const moment: Intl.DateTimeFormatOptions = {
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}
const momentFormat = inSeoul('ko-KR', moment)
const otherYearFormat = inSeoul('ko-KR', { ...moment, year: 'numeric' })
const exactFormat = inSeoul('ko-KR', { ...moment, year: 'numeric', second: '2-digit' })
const monthFormat = inSeoul('ko-KR', { year: 'numeric', month: 'long' })
const fullDateFormat = inSeoul('ko-KR', { year: 'numeric', month: 'long', day: 'numeric' })

/** `max` of date inputs: with it browsers know that a year has four digits, and move on to the month automatically. */
export const lastDay = '9999-12-31'

/** `2026-11-21`, the date in Seoul, in the format of the API and of addresses. For users see `fullDateOf`. */
export const dateOf = (milliseconds: number): string => dateFormat.format(milliseconds)
/** Start of a date in Seoul, in epoch milliseconds. */
export const beginningOf = (date: string): number => Date.parse(`${date}T00:00:00+09:00`)
/** The date `days` days later, or earlier if negative. */
export const dayAfter = (date: string, days = 1): string => dateOf(beginningOf(date) + days * 86_400_000)
/** `2026년 11월 21일 토요일` */
export const longDate = (milliseconds: number): string => longDateFormat.format(milliseconds)
/** Whether a date, or the beginning of one, is in the current year, in Seoul. */
export const isThisYear = (date: string): boolean => date.startsWith(dateOf(Date.now()).slice(0, 'YYYY-'.length))
/** `11월 21일 (토)` for the date `2026-11-21`, with the year if it is not the current one. */
export const shortDate = (date: string): string =>
  (isThisYear(date) ? '' : `${date.slice(0, 'YYYY'.length)}년 `) + shortDateFormat.format(beginningOf(date))
/** `11월 1일–30일` for two dates, or `11월 1일부터`, `11월 30일까지`; the year is added for a date in another year. */
export function spanOf(from: string, to: string): string {
  const text = (date: string) =>
    (isThisYear(date) ? '' : `${date.slice(0, 'YYYY'.length)}년 `) + dayFormat.format(beginningOf(date))
  if (to === '') return `${text(from)}부터`
  if (from === '') return `${text(to)}까지`
  if (from === to) return text(from)
  const sameMonth = from.slice(0, 'YYYY-MM'.length) === to.slice(0, 'YYYY-MM'.length)
  return `${text(from)}–${sameMonth ? `${Number(to.slice(-2))}일` : text(to)}`
}
/** `14:32:05`, Seoul time. */
export const timeOf = (instant: string): string => timeFormat.format(Date.parse(instant))
/** `14:32`, Seoul time. */
export const clockOf = (instant: string): string => clockFormat.format(Date.parse(instant))
/** `11월 21일 14:32`, Seoul time, with the year if it is not the current one. */
export function momentOf(instant: string): string {
  const at = Date.parse(instant)
  return (isThisYear(dateOf(at)) ? momentFormat : otherYearFormat).format(at)
}
/**
 * An instant as seen from `now`, epoch milliseconds: `방금`, `3분 전`, `오늘 14:32`, `어제 14:32`, `내일 09:00`, else as
 * `momentOf`. For screens, which keep it true (`Moment`); printed pages and lasting sentences use `momentOf`.
 */
export function relativeOf(instant: string, now: number): string {
  const passed = now - Date.parse(instant)
  if (passed > -clockDifference && passed < 60_000) return age(0)
  if (passed >= 60_000 && passed < 3_600_000) return age(passed)
  const date = dateOf(Date.parse(instant))
  const today = dateOf(now)
  const day = [dayAfter(today, -1), today, dayAfter(today)].indexOf(date)
  return day === -1 ? momentOf(instant) : `${nearDays[day]} ${clockOf(instant)}`
}
const nearDays = ['어제', '오늘', '내일']
/** Milliseconds by which clocks of two servers may differ: an instant this far ahead has just been. */
const clockDifference = 5_000
/** `2026년 11월 21일 14:32`, Seoul time, always with the year. */
export const momentWithYear = (instant: string): string => otherYearFormat.format(Date.parse(instant))
/** `2026년 11월 21일 14:32:05`, Seoul time. */
export const exactMomentOf = (instant: string): string => exactFormat.format(Date.parse(instant))
/** `2026년 11월 21일`, the date of an instant in Seoul. */
export const fullDateOf = (instant: string): string => fullDateFormat.format(Date.parse(instant))
/** `2026년 11월`, the month of the date `2026-11-21`. */
export const monthOf = (date: string): string => monthFormat.format(beginningOf(date))
/** `12,408` */
export const amount = (value: number): string => value.toLocaleString('ko-KR')
/** `12,000원` */
export const wonOf = (value: number): string => `${amount(value)}원`
/** `4.2%` of a share. */
export const rate = (share: number): string =>
  share.toLocaleString('ko-KR', { style: 'percent', maximumFractionDigits: 1 })
/** `71%` */
export const percent = (part: number, whole: number): string =>
  (whole === 0 ? 0 : part / whole).toLocaleString('ko-KR', { style: 'percent' })
