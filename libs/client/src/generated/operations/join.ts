// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create an administrator with the join code of the installation. `POST /admin/api/join`
 *
 * Errors: `JOIN_CODE_INVALID`, `EMAIL_TAKEN`, `RATE_LIMITED`, `VALIDATION_FAILED`.
 */
export const joinAdmin: Call<'member', 'joinAdmin'> = {
  service: 'member',
  name: 'joinAdmin',
  http: 'POST /admin/api/join',
  required: ['email', 'password', 'name', 'joinCode'],
  token: false,
}
/**
 * Join with an email and a password (KINGCAR), or with a social token (the other providers). `POST /api/join`
 *
 * Errors: `VERIFICATION_REQUIRED`, `TERMS_NOT_AGREED`, `SOCIAL_TOKEN_INVALID`, `EMAIL_TAKEN`, `PHONE_TAKEN`, `SOCIAL_ACCOUNT_TAKEN`, `VALIDATION_FAILED`, `RATE_LIMITED`.
 */
export const joinMember: Call<'member', 'joinMember'> = {
  service: 'member',
  name: 'joinMember',
  http: 'POST /api/join',
  required: ['provider', 'name', 'gender', 'birthDate', 'verificationToken', 'agreedTermsIds'],
  token: false,
}
