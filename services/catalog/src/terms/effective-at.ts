import { AppError } from '@kingcar/contract'

const noMoment = {
  path: 'effectiveAt',
  ko: '1970년부터 9999년 사이의 시각을 입력해 주세요.',
  en: 'Must be a moment of the years 1970 to 9999.',
}

/**
 * Reads the moment, whose form the contract has checked.
 * @throws AppError VALIDATION_FAILED for a leap second, which no clock here has, and beyond what ISO 8601 writes in four digits
 */
export function parseEffectiveAt(text: string): Date {
  const at = new Date(text)
  if (!(at.getTime() >= 0 && at.getUTCFullYear() <= 9999)) {
    throw new AppError('VALIDATION_FAILED', { details: [noMoment] })
  }
  return at
}
