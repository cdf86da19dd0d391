// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

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
