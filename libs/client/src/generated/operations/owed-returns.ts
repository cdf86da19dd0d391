// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List money that is owed to members and not returned yet. `GET /admin/api/owedReturns`
 */
export const listOwedReturns: Call<'orders', 'listOwedReturns'> = {
  service: 'orders',
  name: 'listOwedReturns',
  http: 'GET /admin/api/owedReturns',
  required: [],
  token: true,
}
/**
 * Record that owed money was returned by hand. `POST /admin/api/owedReturns/{id}/settle`
 *
 * Errors: `FRESH_SIGN_IN_REQUIRED`, `OWED_RETURN_NOT_FOUND`, `OWED_RETURN_SETTLED`, `CONFLICT`.
 */
export const settleOwedReturn: Call<'orders', 'settleOwedReturn'> = {
  service: 'orders',
  name: 'settleOwedReturn',
  http: 'POST /admin/api/owedReturns/{id}/settle',
  required: ['id', 'reason'],
  token: true,
}
