import { AppError } from '@kingcar/contract'
import parsePhoneNumber from 'libphonenumber-js/min'

/** Mobiles of today. The library also takes seven digits behind 010, the closed 011 to 019, and landlines. */
const mobile = /^\+8210\d{8}$/

/** A Korean mobile number in E.164 (`+821012345678`), in whichever way it was written; undefined for anything else. */
export function toMobileNumber(written: string): string | undefined {
  const parsed = parsePhoneNumber(written, { defaultCountry: 'KR', extract: false })
  if (!parsed || parsed.ext !== undefined || parsed.carrierCode !== undefined) return undefined
  return mobile.test(parsed.number) ? parsed.number : undefined
}

/** As `toMobileNumber`. @throws AppError VALIDATION_FAILED on `phoneNumber` */
export function readMobileNumber(written: string): string {
  const number = toMobileNumber(written)
  if (number !== undefined) return number
  const ko = '010으로 시작하는 휴대폰 번호를 입력해 주세요.'
  const en = 'Must be a Korean mobile number, which begins with 010.'
  throw new AppError('VALIDATION_FAILED', { details: [{ path: 'phoneNumber', ko, en }] })
}
