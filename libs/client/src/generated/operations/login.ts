// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Sign in as an administrator. `POST /admin/api/login`
 *
 * Errors: `SECOND_FACTOR_REQUIRED`, `CODE_INVALID`, `LOGIN_FAILED`, `RATE_LIMITED`.
 */
export const loginAdmin: Call<'member', 'loginAdmin'> = {
  service: 'member',
  name: 'loginAdmin',
  http: 'POST /admin/api/login',
  required: ['email', 'password'],
  token: false,
}
/**
 * Sign in with email and password. `POST /api/login`
 *
 * Errors: `LOGIN_FAILED`, `RATE_LIMITED`.
 */
export const loginMember: Call<'member', 'loginMember'> = {
  service: 'member',
  name: 'loginMember',
  http: 'POST /api/login',
  required: ['email', 'password'],
  token: false,
}
