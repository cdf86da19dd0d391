// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Add a plate to the VIPs, the staff or the blocked plates. `POST /admin/api/listedPlates`
 *
 * Errors: `STORE_NOT_FOUND`, `FORBIDDEN`, `LISTED_PLATE_LIMIT`, `VALIDATION_FAILED`.
 */
export const createListedPlate: Call<'recognition', 'createListedPlate'> = {
  service: 'recognition',
  name: 'createListedPlate',
  http: 'POST /admin/api/listedPlates',
  required: ['carNumber', 'kind', 'reason'],
  token: true,
}
/**
 * List the plates on lists, newest first. `GET /admin/api/listedPlates`
 */
export const listListedPlates: Call<'recognition', 'listListedPlates'> = {
  service: 'recognition',
  name: 'listListedPlates',
  http: 'GET /admin/api/listedPlates',
  required: [],
  token: true,
}
/**
 * Remove a plate from its list. `DELETE /admin/api/listedPlates/{id}`
 *
 * Errors: `LISTED_PLATE_NOT_FOUND`.
 */
export const deleteListedPlate: Call<'recognition', 'deleteListedPlate'> = {
  service: 'recognition',
  name: 'deleteListedPlate',
  http: 'DELETE /admin/api/listedPlates/{id}',
  required: ['id'],
  token: true,
}
