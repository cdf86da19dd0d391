// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Get the statement of a month by store and method. `GET /admin/api/statements`
 *
 * Errors: `STORE_NOT_FOUND`.
 */
export const getStatement: Call<'orders', 'getStatement'> = {
  service: 'orders',
  name: 'getStatement',
  http: 'GET /admin/api/statements',
  required: ['month'],
  token: true,
}
/**
 * Export the statement of a month as CSV. `GET /admin/api/statements/export`
 *
 * Errors: `STORE_NOT_FOUND`.
 */
export const exportStatement: Call<'orders', 'exportStatement'> = {
  service: 'orders',
  name: 'exportStatement',
  http: 'GET /admin/api/statements/export',
  required: ['month'],
  token: true,
  response: 'file',
}
