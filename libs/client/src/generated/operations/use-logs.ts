// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Search product uses. `GET /admin/api/useLogs`
 */
export const listUseLogs: Call<'orders', 'listUseLogs'> = {
  service: 'orders',
  name: 'listUseLogs',
  http: 'GET /admin/api/useLogs',
  required: [],
  token: true,
}
/**
 * Count product uses and reversed ones. `GET /admin/api/useLogs/totals`
 */
export const countUseLogs: Call<'orders', 'countUseLogs'> = {
  service: 'orders',
  name: 'countUseLogs',
  http: 'GET /admin/api/useLogs/totals',
  required: [],
  token: true,
}
/**
 * Export product uses as CSV. `GET /admin/api/useLogs/export`
 */
export const exportUseLogs: Call<'orders', 'exportUseLogs'> = {
  service: 'orders',
  name: 'exportUseLogs',
  http: 'GET /admin/api/useLogs/export',
  required: [],
  token: true,
  headers: { reason: 'X-Reason' },
  response: 'file',
}
/**
 * Use a product of a member for a visit by hand. `POST /admin/api/useLogs`
 *
 * Errors: `VISIT_NOT_FOUND`, `VISIT_MERGED`, `VISIT_USED`, `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `USER_PRODUCT_USED_UP`.
 */
export const createUseLog: Call<'orders', 'createUseLog'> = {
  service: 'orders',
  name: 'createUseLog',
  http: 'POST /admin/api/useLogs',
  required: ['visitId', 'userProductId', 'reason'],
  token: true,
}
/**
 * Reverse a use; the member gets it back. `POST /admin/api/useLogs/{id}/reverse`
 *
 * Errors: `USE_LOG_NOT_FOUND`, `USE_LOG_REVERSED`.
 */
export const reverseUseLog: Call<'orders', 'reverseUseLog'> = {
  service: 'orders',
  name: 'reverseUseLog',
  http: 'POST /admin/api/useLogs/{id}/reverse',
  required: ['id', 'reason'],
  token: true,
}
