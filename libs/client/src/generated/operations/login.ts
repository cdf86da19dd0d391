// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Sign in as an administrator. `POST /admin/api/login`
 * Errors: `SECOND_FACTOR_REQUIRED`, `CODE_INVALID`, `LOGIN_FAILED`, `RATE_LIMITED`.
 */
export const loginAdmin = call('member', 'loginAdmin', 'POST /admin/api/login', ['email', 'password'], { token: false })
/** Begin to sign in with a passkey. `POST /admin/api/login/passkey` Errors: `PASSKEYS_UNAVAILABLE`, `RATE_LIMITED`. */
export const beginPasskeyLogin = call('member', 'beginPasskeyLogin', 'POST /admin/api/login/passkey', [], {
  token: false,
})
/**
 * Sign in with a passkey. `POST /admin/api/login/passkey/confirm`
 * Errors: `PASSKEY_CHALLENGE_INVALID`, `PASSKEY_ORIGIN_INVALID`, `PASSKEY_NOT_FOUND`, `PASSKEY_INVALID`, `PASSKEY_COPIED`, `PASSKEYS_UNAVAILABLE`.
 */
export const loginByPasskey = call(
  'member',
  'loginByPasskey',
  'POST /admin/api/login/passkey/confirm',
  ['credentialId', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'],
  { token: false },
)
/** Sign in with email and password. `POST /api/login` Errors: `LOGIN_FAILED`, `RATE_LIMITED`. */
export const loginMember = call('member', 'loginMember', 'POST /api/login', ['email', 'password'], { token: false })
