// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../../model/call.ts'

/**
 * Exchange a refresh token for a new pair. `POST /admin/api/reissue`
 *
 * Refuses with `REFRESH_INVALID`, `REFRESH_REUSED`.
 */
export const reissueAdmin: Call<'member', 'reissueAdmin'> = {
  service: 'member',
  name: 'reissueAdmin',
  http: 'POST /admin/api/reissue',
  required: ['accessToken', 'refreshToken'],
  token: false,
}
/**
 * Exchange a refresh token for a new pair. `POST /api/reissue`
 *
 * Refuses with `REFRESH_INVALID`, `REFRESH_REUSED`.
 */
export const reissueMember: Call<'member', 'reissueMember'> = {
  service: 'member',
  name: 'reissueMember',
  http: 'POST /api/reissue',
  required: ['accessToken', 'refreshToken'],
  token: false,
}
