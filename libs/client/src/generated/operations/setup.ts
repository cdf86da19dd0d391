// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Get whether the installation still needs its first administrator. `GET /admin/api/setup`
 */
export const getSetup: Call<'member', 'getSetup'> = {
  service: 'member',
  name: 'getSetup',
  http: 'GET /admin/api/setup',
  required: [],
  token: false,
}
/**
 * Create the first administrator, an owner, and sign in. `POST /admin/api/setup`
 *
 * Errors: `SETUP_CODE_INVALID`, `SETUP_DONE`, `RATE_LIMITED`, `VALIDATION_FAILED`.
 */
export const setUp: Call<'member', 'setUp'> = {
  service: 'member',
  name: 'setUp',
  http: 'POST /admin/api/setup',
  required: ['code', 'name', 'email', 'password'],
  token: false,
}
