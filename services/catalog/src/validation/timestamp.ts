import { AppError, type Detail } from '@kingcar/contract'

export const invalidTimestamp = (path: string): Detail => ({
  path,
  ko: '1970년부터 9999년 사이의 시각을 입력해 주세요.',
  en: 'Must be a time in the years 1970 to 9999.',
})

/**
 * Reads a moment, whose form the contract has checked; undefined for a leap second, which no clock here has, and beyond what
 * ISO 8601 writes in four digits.
 */
export function tryParseTimestamp(text: string): Date | undefined {
  const at = new Date(text)
  return at.getTime() >= 0 && at.getUTCFullYear() <= 9999 ? at : undefined
}

/**
 * Reads the moment of a field.
 * @throws AppError VALIDATION_FAILED on its path for what `readMoment` does not read
 */
export function parseTimestamp(text: string, path: string): Date {
  const at = tryParseTimestamp(text)
  if (!at) throw new AppError('VALIDATION_FAILED', { details: [invalidTimestamp(path)] })
  return at
}
