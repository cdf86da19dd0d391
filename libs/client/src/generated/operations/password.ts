// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../../model/call.ts'

/**
 * Set a new password (KINGCAR) after a phone verification; every session ends. `POST /api/password/reset`
 *
 * Refuses with `VERIFICATION_REQUIRED`, `MEMBER_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const resetPassword: Call<'member', 'resetPassword'> = {
  service: 'member',
  name: 'resetPassword',
  http: 'POST /api/password/reset',
  required: ['verificationToken', 'newPassword'],
  token: false,
}
