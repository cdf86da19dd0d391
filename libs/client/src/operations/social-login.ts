// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

/**
 * Sign in with a provider; on MEMBER_NOT_FOUND the app continues with joining. `POST /api/socialLogin`
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
