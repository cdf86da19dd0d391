// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Send a code by SMS; the response does not reveal whether the number is known. `POST /api/phoneVerification`
 * Errors: `RATE_LIMITED`, `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const sendPhoneVerification = call(
  'member',
  'sendPhoneVerification',
  'POST /api/phoneVerification',
  ['provider', 'phoneNumber'],
  { token: false },
)
/**
 * Exchange the code for a verification token. `POST /api/phoneVerification/check`
 * Errors: `CODE_INVALID`, `CODE_EXPIRED`, `TOO_MANY_ATTEMPTS`, `VALIDATION_FAILED`.
 */
export const checkPhoneVerification = call(
  'member',
  'checkPhoneVerification',
  'POST /api/phoneVerification/check',
  ['provider', 'phoneNumber', 'code'],
  { token: false },
)
