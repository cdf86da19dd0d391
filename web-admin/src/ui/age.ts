import { copy } from './copy.ts'

/** How long ago, in Korean. A negative age, from clocks that differ, is shown as just now. */
export function age(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 2) return copy.age.now
  if (seconds < 60) return copy.age.seconds(seconds)
  if (seconds < 3600) return copy.age.minutes(Math.floor(seconds / 60))
  if (seconds < 86_400) return copy.age.hours(Math.floor(seconds / 3600))
  return copy.age.days(Math.floor(seconds / 86_400))
}

const inSeoul = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', ...options })
const clockFormat = inSeoul({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayFormat = inSeoul({ month: 'long', day: 'numeric', weekday: 'long' })

/** `14:32`, Seoul time. */
export const clock = (milliseconds: number): string => clockFormat.format(milliseconds)
/** `11월 21일 토요일`, Seoul time. */
export const day = (milliseconds: number): string => dayFormat.format(milliseconds)
