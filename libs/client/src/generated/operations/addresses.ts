// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Search Korean road addresses. `GET /admin/api/addresses`
 *
 * Errors: `ADDRESS_SEARCH_OFF`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const searchAddresses: Call<'catalog', 'searchAddresses'> = {
  service: 'catalog',
  name: 'searchAddresses',
  http: 'GET /admin/api/addresses',
  required: ['keyword'],
  token: true,
}
