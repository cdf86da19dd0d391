// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Search product uses. `GET /admin/api/useLogs` */
export const listUseLogs = call('orders', 'listUseLogs', 'GET /admin/api/useLogs')
/** Count product uses and reversed ones. `GET /admin/api/useLogs/totals` */
export const countUseLogs = call('orders', 'countUseLogs', 'GET /admin/api/useLogs/totals')
/** Export product uses as CSV. `GET /admin/api/useLogs/export` */
export const exportUseLogs = call('orders', 'exportUseLogs', 'GET /admin/api/useLogs/export', [], {
  headers: { reason: 'X-Reason' },
  response: 'file',
})
/**
 * Use a product of a member for a visit by hand. `POST /admin/api/useLogs`
 * Errors: `VISIT_NOT_FOUND`, `VISIT_MERGED`, `VISIT_USED`, `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `USER_PRODUCT_USED_UP`.
 */
export const createUseLog = call('orders', 'createUseLog', 'POST /admin/api/useLogs', [
  'visitId',
  'userProductId',
  'reason',
])
/**
 * Reverse a use, so that the member can use the product again. `POST /admin/api/useLogs/{id}/reverse`
 * Errors: `USE_LOG_NOT_FOUND`, `USE_LOG_REVERSED`.
 */
export const reverseUseLog = call('orders', 'reverseUseLog', 'POST /admin/api/useLogs/{id}/reverse', ['id', 'reason'])
