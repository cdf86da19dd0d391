import { AppError } from '@kingcar/contract'
import parsePhoneNumber from 'libphonenumber-js/min'

/** Current mobile numbers. The library also accepts seven digits after 010, the closed 011 to 019, and landlines. */
const mobile = /^\+8210\d{8}$/

/** Parses a Korean mobile number in any notation to E.164 (`+821012345678`); undefined for any other text. */
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
  const en = 'Must be a Korean mobile number that begins with 010.'
  throw new AppError('VALIDATION_FAILED', { details: [{ path: 'phoneNumber', ko, en }] })
}
