// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Search Korean road addresses. `GET /admin/api/addresses`
 * Errors: `ADDRESS_SEARCH_OFF`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const searchAddresses = call('catalog', 'searchAddresses', 'GET /admin/api/addresses', ['keyword'])
