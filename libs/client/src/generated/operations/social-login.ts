// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Sign in with a provider; on MEMBER_NOT_FOUND the app continues with joining. `POST /api/socialLogin`
 * Errors: `SOCIAL_TOKEN_INVALID`, `MEMBER_NOT_FOUND`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const loginSocial = call('member', 'loginSocial', 'POST /api/socialLogin', ['provider', 'socialToken'], {
  token: false,
})
