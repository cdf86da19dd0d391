import { AppError, type Detail } from '@kingcar/contract'

export const invalidTimestamp = (path: string): Detail => ({
  path,
  ko: '1970년부터 9999년 사이의 시각을 입력해 주세요.',
  en: 'Must be a time in the years 1970 to 9999.',
})

/**
 * Parses a timestamp whose format the contract has checked. Undefined for a leap second, which `Date` does not know,
 * and outside of the years 1970 to 9999.
 */
export function tryParseTimestamp(text: string): Date | undefined {
  const at = new Date(text)
  return at.getTime() >= 0 && at.getUTCFullYear() <= 9999 ? at : undefined
}

/** @throws AppError VALIDATION_FAILED on this path if `tryParseTimestamp` rejects the text */
export function parseTimestamp(text: string, path: string): Date {
  const at = tryParseTimestamp(text)
  if (!at) throw new AppError('VALIDATION_FAILED', { details: [invalidTimestamp(path)] })
  return at
}
