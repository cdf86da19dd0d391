// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Create an administrator with the join code of the installation. `POST /admin/api/join`
 * Errors: `JOIN_CODE_INVALID`, `EMAIL_TAKEN`, `RATE_LIMITED`, `VALIDATION_FAILED`.
 */
export const joinAdmin = call(
  'member',
  'joinAdmin',
  'POST /admin/api/join',
  ['email', 'password', 'name', 'joinCode'],
  { token: false },
)
/**
 * Join with an email and a password (KINGCAR), or with a social token (the other providers). `POST /api/join`
 * Errors: `VERIFICATION_REQUIRED`, `TERMS_NOT_AGREED`, `SOCIAL_TOKEN_INVALID`, `EMAIL_TAKEN`, `PHONE_TAKEN`, `SOCIAL_ACCOUNT_TAKEN`, `VALIDATION_FAILED`, `RATE_LIMITED`.
 */
export const joinMember = call(
  'member',
  'joinMember',
  'POST /api/join',
  ['provider', 'name', 'gender', 'birthDate', 'verificationToken', 'agreedTermsIds'],
  { token: false },
)
