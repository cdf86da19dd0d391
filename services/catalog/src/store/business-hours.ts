import { AppError, type BusinessHours, type Detail, seoulOffsetMs } from '@kingcar/contract'

const dayMinutes = 24 * 60

type Hours = { businessHours: readonly BusinessHours[]; closedDates: readonly string[] }

/** Whether a store is open at a time. */
export const isOpen = (store: Hours, at: Date): boolean => openedAt(store, at) !== undefined

/**
 * When the hours began in which a store is open at a time; undefined if it is closed. Hours that close before they open last
 * past midnight. A closed date cancels the hours that start on that day in Asia/Seoul; hours of the evening before continue to
 * their end.
 */
export function openedAt({ businessHours, closedDates }: Hours, at: Date): Date | undefined {
  const seoul = new Date(at.getTime() + seoulOffsetMs) // its UTC fields are the local time in Seoul
  const minute = seoul.getUTCHours() * 60 + seoul.getUTCMinutes()
  const openings = [0, 1].flatMap((daysAgo) => {
    const day = new Date(seoul.getTime() - daysAgo * dayMinutes * 60_000)
    const date = day.toISOString().slice(0, 10)
    if (closedDates.includes(date)) return []
    const weekday = day.getUTCDay() || 7
    const now = minute + daysAgo * dayMinutes
    return businessHours
      .filter((hours) => hours.day === weekday && minuteOf(hours.open) <= now && now < endOf(hours))
      .map(({ open }) => Date.parse(`${date}T${open}:00Z`) - seoulOffsetMs)
  })
  return openings.length === 0 ? undefined : new Date(Math.min(...openings))
}

/** Closing time in minutes after the midnight before opening. */
function endOf({ open, close }: BusinessHours): number {
  const end = minuteOf(close)
  return end < minuteOf(open) ? end + dayMinutes : end
}

function minuteOf(clock: string): number {
  const [hours, minutes] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

const zeroLength = {
  ko: '여는 시각과 닫는 시각이 같아요. 종일은 00:00부터 24:00까지예요.',
  en: 'Must not equal `open`; use 00:00 to 24:00 for all day.',
}
/**
 * Hours may overlap; they must not have zero length.
 * @throws AppError VALIDATION_FAILED with a detail for each entry of zero length
 */
export function checkBusinessHours(all: readonly BusinessHours[]): void {
  const details = all.flatMap(({ open, close }, at): Detail[] =>
    open === close ? [{ path: `businessHours.${at}.close`, ...zeroLength }] : [],
  )
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
}
