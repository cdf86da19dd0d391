// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../../model/call.ts'

/**
 * Sign in with a provider; an unknown account is MEMBER_NOT_FOUND, and the app goes on to join. `POST /api/socialLogin`
 *
 * Refuses with `SOCIAL_TOKEN_INVALID`, `MEMBER_NOT_FOUND`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const loginSocial: Call<'member', 'loginSocial'> = {
  service: 'member',
  name: 'loginSocial',
  http: 'POST /api/socialLogin',
  required: ['provider', 'socialToken'],
  token: false,
}
