// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Request a mail with a link to set another password. `POST /admin/api/password/forgot` Errors: `RATE_LIMITED`. */
export const forgetAdminPassword = call('member', 'forgetAdminPassword', 'POST /admin/api/password/forgot', ['email'], {
  token: false,
})
/**
 * Set another password with the token of a link. `POST /admin/api/password/reset`
 * Errors: `LINK_INVALID`, `LINK_EXPIRED`, `LINK_USED`, `VALIDATION_FAILED`.
 */
export const resetAdminPassword = call(
  'member',
  'resetAdminPassword',
  'POST /admin/api/password/reset',
  ['token', 'newPassword'],
  { token: false },
)
/**
 * Set a new password (KINGCAR) after a phone verification; all sessions end. `POST /api/password/reset`
 * Errors: `VERIFICATION_REQUIRED`, `MEMBER_NOT_FOUND`, `RATE_LIMITED`, `VALIDATION_FAILED`.
 */
export const resetPassword = call(
  'member',
  'resetPassword',
  'POST /api/password/reset',
  ['email', 'verificationToken', 'newPassword'],
  { token: false },
)
