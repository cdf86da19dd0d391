// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Sign in as an administrator. `POST /admin/api/login`
 *
 * Errors: `SECOND_FACTOR_REQUIRED`, `CODE_INVALID`, `LOGIN_FAILED`, `RATE_LIMITED`.
 */
export const loginAdmin: Call<'member', 'loginAdmin'> = {
  service: 'member',
  name: 'loginAdmin',
  http: 'POST /admin/api/login',
  required: ['email', 'password'],
  token: false,
}
/**
 * Begin to sign in with a passkey. `POST /admin/api/login/passkey`
 *
 * Errors: `PASSKEYS_UNAVAILABLE`, `RATE_LIMITED`.
 */
export const beginPasskeyLogin: Call<'member', 'beginPasskeyLogin'> = {
  service: 'member',
  name: 'beginPasskeyLogin',
  http: 'POST /admin/api/login/passkey',
  required: [],
  token: false,
}
/**
 * Sign in with a passkey. `POST /admin/api/login/passkey/confirm`
 *
 * Errors: `PASSKEY_CHALLENGE_INVALID`, `PASSKEY_ORIGIN_INVALID`, `PASSKEY_NOT_FOUND`, `PASSKEY_INVALID`, `PASSKEY_COPIED`, `PASSKEYS_UNAVAILABLE`.
 */
export const loginByPasskey: Call<'member', 'loginByPasskey'> = {
  service: 'member',
  name: 'loginByPasskey',
  http: 'POST /admin/api/login/passkey/confirm',
  required: ['credentialId', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'],
  token: false,
}
/**
 * Sign in with email and password. `POST /api/login`
 *
 * Errors: `LOGIN_FAILED`, `RATE_LIMITED`.
 */
export const loginMember: Call<'member', 'loginMember'> = {
  service: 'member',
  name: 'loginMember',
  http: 'POST /api/login',
  required: ['email', 'password'],
  token: false,
}
