// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Sign in with a provider; an unknown account is MEMBER_NOT_FOUND, and the app goes on to join. `POST /api/socialLogin`
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
