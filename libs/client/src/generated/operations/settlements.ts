// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Import a settlement file of the provider's console. `POST /admin/api/settlements`
 * Errors: `VALIDATION_FAILED`, `PAYLOAD_TOO_LARGE`.
 */
export const importSettlement = call('orders', 'importSettlement', 'POST /admin/api/settlements', ['fileName', 'csv'])
/** List the imported settlement files. `GET /admin/api/settlements` */
export const listSettlements = call('orders', 'listSettlements', 'GET /admin/api/settlements')
/** Count the rows of settlement files and add up their amounts. `GET /admin/api/settlements/totals` */
export const countSettlements = call('orders', 'countSettlements', 'GET /admin/api/settlements/totals')
/**
 * Compare the days of a settlement file with the ledger, row by row. `GET /admin/api/settlements/{id}`
 * Errors: `SETTLEMENT_NOT_FOUND`.
 */
export const getSettlement = call('orders', 'getSettlement', 'GET /admin/api/settlements/{id}', ['id'])
/** Delete a settlement file with its rows. `DELETE /admin/api/settlements/{id}` Errors: `SETTLEMENT_NOT_FOUND`. */
export const deleteSettlement = call('orders', 'deleteSettlement', 'DELETE /admin/api/settlements/{id}', ['id'])
