// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List money that is owed to members and not returned yet. `GET /admin/api/owedReturns` */
export const listOwedReturns = call('orders', 'listOwedReturns', 'GET /admin/api/owedReturns')
/**
 * Record that owed money was returned by hand. `POST /admin/api/owedReturns/{id}/settle`
 * Errors: `FRESH_SIGN_IN_REQUIRED`, `OWED_RETURN_NOT_FOUND`, `OWED_RETURN_SETTLED`, `CONFLICT`.
 */
export const settleOwedReturn = call('orders', 'settleOwedReturn', 'POST /admin/api/owedReturns/{id}/settle', [
  'id',
  'reason',
])
