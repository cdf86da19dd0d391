// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Get whether the installation still needs its first administrator. `GET /admin/api/setup` */
export const getSetup = call('member', 'getSetup', 'GET /admin/api/setup', [], { token: false })
/**
 * Create the first administrator, an owner, and sign in. `POST /admin/api/setup`
 * Errors: `SETUP_CODE_INVALID`, `SETUP_DONE`, `RATE_LIMITED`, `VALIDATION_FAILED`.
 */
export const setUp = call('member', 'setUp', 'POST /admin/api/setup', ['code', 'name', 'email', 'password'], {
  token: false,
})
