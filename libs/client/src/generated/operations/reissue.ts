// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Exchange a refresh token for a new token pair. `POST /admin/api/reissue`
 *
 * Errors: `REFRESH_INVALID`, `REFRESH_REUSED`.
 */
export const reissueAdmin: Call<'member', 'reissueAdmin'> = {
  service: 'member',
  name: 'reissueAdmin',
  http: 'POST /admin/api/reissue',
  required: ['accessToken', 'refreshToken'],
  token: false,
}
/**
 * Exchange a refresh token for a new token pair. `POST /api/reissue`
 *
 * Errors: `REFRESH_INVALID`, `REFRESH_REUSED`.
 */
export const reissueMember: Call<'member', 'reissueMember'> = {
  service: 'member',
  name: 'reissueMember',
  http: 'POST /api/reissue',
  required: ['accessToken', 'refreshToken'],
  token: false,
}
