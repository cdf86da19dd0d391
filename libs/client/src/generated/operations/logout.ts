// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** End the current session. `POST /admin/api/logout` Errors: `REFRESH_INVALID`. */
export const logoutAdmin = call('member', 'logoutAdmin', 'POST /admin/api/logout', ['accessToken', 'refreshToken'])
/** End the current session. `POST /api/logout` Errors: `REFRESH_INVALID`. */
export const logoutMember = call('member', 'logoutMember', 'POST /api/logout', ['accessToken', 'refreshToken'])
