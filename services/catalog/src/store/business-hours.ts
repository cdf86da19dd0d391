import { AppError, type BusinessHours, type Detail, seoulOffsetMs } from '@kingcar/contract'

const dayMinutes = 24 * 60

/**
 * Whether a store is open at a moment. Hours whose close is before their open last past midnight. A closed date cancels
 * the hours that begin on it in Asia/Seoul; those of the evening before last to their end.
 */
export function isOpen(
  { businessHours, closedDates }: { businessHours: readonly BusinessHours[]; closedDates: readonly string[] },
  at: Date,
): boolean {
  const seoul = new Date(at.getTime() + seoulOffsetMs) // its UTC fields read as the clock on a wall in Seoul
  const minute = seoul.getUTCHours() * 60 + seoul.getUTCMinutes()
  const opensOn = (daysAgo: number) => {
    const day = new Date(seoul.getTime() - daysAgo * dayMinutes * 60_000)
    if (closedDates.length > 0 && closedDates.includes(day.toISOString().slice(0, 10))) return false
    const weekday = day.getUTCDay() || 7
    const now = minute + daysAgo * dayMinutes
    return businessHours.some((hours) => hours.day === weekday && minuteOf(hours.open) <= now && now < endOf(hours))
  }
  return opensOn(0) || opensOn(1)
}

/** Minutes from the midnight before opening. */
function endOf({ open, close }: BusinessHours): number {
  const end = minuteOf(close)
  return end < minuteOf(open) ? end + dayMinutes : end
}

function minuteOf(clock: string): number {
  const [hours, minutes] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const empty = {
  ko: '여는 시각과 닫는 시각이 같아요. 종일은 00:00부터 24:00까지예요.',
  en: 'Must not open and close at the same time; all day is 00:00 to 24:00.',
}
/**
 * Hours may overlap, and then are one; they may not be empty.
 * @throws AppError VALIDATION_FAILED naming each that is
 */
export function checkBusinessHours(all: readonly BusinessHours[]): void {
  const details = all.flatMap(({ open, close }, at): Detail[] =>
    open === close ? [{ path: `businessHours.${at}.close`, ...empty }] : [],
  )
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
}
