// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Send a code by SMS; the response does not reveal whether the number is known. `POST /api/phoneVerification`
 *
 * Errors: `RATE_LIMITED`, `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const sendPhoneVerification: Call<'member', 'sendPhoneVerification'> = {
  service: 'member',
  name: 'sendPhoneVerification',
  http: 'POST /api/phoneVerification',
  required: ['provider', 'phoneNumber'],
  token: false,
}
/**
 * Exchange the code for a verification token. `POST /api/phoneVerification/check`
 *
 * Errors: `CODE_INVALID`, `CODE_EXPIRED`, `TOO_MANY_ATTEMPTS`, `VALIDATION_FAILED`.
 */
export const checkPhoneVerification: Call<'member', 'checkPhoneVerification'> = {
  service: 'member',
  name: 'checkPhoneVerification',
  http: 'POST /api/phoneVerification/check',
  required: ['provider', 'phoneNumber', 'code'],
  token: false,
}
