// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Sign in with a provider; on MEMBER_NOT_FOUND the app continues with joining. `POST /api/socialLogin`
 *
 * Errors: `SOCIAL_TOKEN_INVALID`, `MEMBER_NOT_FOUND`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const loginSocial: Call<'member', 'loginSocial'> = {
  service: 'member',
  name: 'loginSocial',
  http: 'POST /api/socialLogin',
  required: ['provider', 'socialToken'],
  token: false,
}
