// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Exchange a refresh token for a new token pair. `POST /admin/api/reissue`
 * Errors: `REFRESH_INVALID`, `REFRESH_REUSED`.
 */
export const reissueAdmin = call('member', 'reissueAdmin', 'POST /admin/api/reissue', ['accessToken', 'refreshToken'], {
  token: false,
})
/** Exchange a refresh token for a new token pair. `POST /api/reissue` Errors: `REFRESH_INVALID`, `REFRESH_REUSED`. */
export const reissueMember = call('member', 'reissueMember', 'POST /api/reissue', ['accessToken', 'refreshToken'], {
  token: false,
})
