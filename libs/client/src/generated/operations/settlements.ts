// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Import a settlement file of the provider's console. `POST /admin/api/settlements`
 *
 * Errors: `VALIDATION_FAILED`, `PAYLOAD_TOO_LARGE`.
 */
export const importSettlement: Call<'orders', 'importSettlement'> = {
  service: 'orders',
  name: 'importSettlement',
  http: 'POST /admin/api/settlements',
  required: ['fileName', 'csv'],
  token: true,
}
/**
 * List the imported settlement files. `GET /admin/api/settlements`
 */
export const listSettlements: Call<'orders', 'listSettlements'> = {
  service: 'orders',
  name: 'listSettlements',
  http: 'GET /admin/api/settlements',
  required: [],
  token: true,
}
/**
 * Count the rows of settlement files and add up their amounts. `GET /admin/api/settlements/totals`
 */
export const countSettlements: Call<'orders', 'countSettlements'> = {
  service: 'orders',
  name: 'countSettlements',
  http: 'GET /admin/api/settlements/totals',
  required: [],
  token: true,
}
/**
 * Compare the days of a settlement file with the ledger, row by row. `GET /admin/api/settlements/{id}`
 *
 * Errors: `SETTLEMENT_NOT_FOUND`.
 */
export const getSettlement: Call<'orders', 'getSettlement'> = {
  service: 'orders',
  name: 'getSettlement',
  http: 'GET /admin/api/settlements/{id}',
  required: ['id'],
  token: true,
}
/**
 * Delete a settlement file with its rows. `DELETE /admin/api/settlements/{id}`
 *
 * Errors: `SETTLEMENT_NOT_FOUND`.
 */
export const deleteSettlement: Call<'orders', 'deleteSettlement'> = {
  service: 'orders',
  name: 'deleteSettlement',
  http: 'DELETE /admin/api/settlements/{id}',
  required: ['id'],
  token: true,
}
