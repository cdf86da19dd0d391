// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Request a mail with a link to set another password. `POST /admin/api/password/forgot`
 *
 * Errors: `RATE_LIMITED`.
 */
export const forgetAdminPassword: Call<'member', 'forgetAdminPassword'> = {
  service: 'member',
  name: 'forgetAdminPassword',
  http: 'POST /admin/api/password/forgot',
  required: ['email'],
  token: false,
}
/**
 * Set another password with the token of a link. `POST /admin/api/password/reset`
 *
 * Errors: `LINK_INVALID`, `LINK_EXPIRED`, `LINK_USED`, `VALIDATION_FAILED`.
 */
export const resetAdminPassword: Call<'member', 'resetAdminPassword'> = {
  service: 'member',
  name: 'resetAdminPassword',
  http: 'POST /admin/api/password/reset',
  required: ['token', 'newPassword'],
  token: false,
}
/**
 * Set a new password (KINGCAR) after a phone verification; all sessions end. `POST /api/password/reset`
 *
 * Errors: `VERIFICATION_REQUIRED`, `MEMBER_NOT_FOUND`, `RATE_LIMITED`, `VALIDATION_FAILED`.
 */
export const resetPassword: Call<'member', 'resetPassword'> = {
  service: 'member',
  name: 'resetPassword',
  http: 'POST /api/password/reset',
  required: ['email', 'verificationToken', 'newPassword'],
  token: false,
}
