// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * End the current session. `POST /admin/api/logout`
 *
 * Errors: `REFRESH_INVALID`.
 */
export const logoutAdmin: Call<'member', 'logoutAdmin'> = {
  service: 'member',
  name: 'logoutAdmin',
  http: 'POST /admin/api/logout',
  required: ['accessToken', 'refreshToken'],
  token: true,
}
/**
 * End the current session. `POST /api/logout`
 *
 * Errors: `REFRESH_INVALID`.
 */
export const logoutMember: Call<'member', 'logoutMember'> = {
  service: 'member',
  name: 'logoutMember',
  http: 'POST /api/logout',
  required: ['accessToken', 'refreshToken'],
  token: true,
}
