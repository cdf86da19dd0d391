import { dayAfter } from '../text/format.ts'

/** What an input is for: a day `2026-11-28`, or a time of day `14:32`. */
export type DateKind = 'date' | 'time'

const separator = String.raw`\s*[-./년월]\s*`
const dayOfYear = new RegExp(String.raw`^(\d{1,2})${separator}(\d{1,2})\s*[.일]?$`)
/** Days from today. */
const words: Record<string, number> = { 그제: -2, 어제: -1, 오늘: 0, 내일: 1, 모레: 2 }
const separatedDate = new RegExp(String.raw`^(\d{4})${separator}(\d{1,2})${separator}(\d{1,2})\s*[.일]?$`)
const bareDate = /^(\d{4})(\d{2})(\d{2})$/
const timeOfDay = /^(\d{1,2})\s*:\s*(\d{2})$|^(\d{2})(\d{2})$/

/**
 * The value of a typed text: `2026. 11. 3.` and `20261103` are `2026-11-03`, `11.3` is that day of this year, and `오늘` is `today`.
 * Undefined for `930` and other texts that are not complete.
 */
export function valueOfText(kind: DateKind, typed: string, today: string): string | undefined {
  const text = typed.trim()
  return kind === 'date' ? dateIn(text, today) : timeIn(text)
}

function dateIn(text: string, today: string): string | undefined {
  const days = words[text]
  if (days !== undefined) return dayAfter(today, days)
  const ofYear = dayOfYear.exec(text)
  if (ofYear !== null) return dateIn([today.slice(0, 'YYYY'.length), ...ofYear.slice(1)].join('-'), today)
  const [, year = '', month = '', day = ''] = separatedDate.exec(text) ?? bareDate.exec(text) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(date)
  // JavaScript reads a day that its month does not have as one of the next month.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : undefined
}

function timeIn(text: string): string | undefined {
  const found = timeOfDay.exec(text)
  if (found === null) return undefined
  const [hour = '', minute = ''] = found.slice(1).filter((part) => part !== undefined)
  return Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}
