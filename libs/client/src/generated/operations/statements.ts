// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Get the statement of a month by store and method. `GET /admin/api/statements` Errors: `STORE_NOT_FOUND`. */
export const getStatement = call('orders', 'getStatement', 'GET /admin/api/statements', ['month'])
/** Export the statement of a month as CSV. `GET /admin/api/statements/export` Errors: `STORE_NOT_FOUND`. */
export const exportStatement = call('orders', 'exportStatement', 'GET /admin/api/statements/export', ['month'], {
  response: 'file',
})
