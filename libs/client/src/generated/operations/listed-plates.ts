// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Add a plate to the VIPs, the staff or the blocked plates. `POST /admin/api/listedPlates`
 * Errors: `STORE_NOT_FOUND`, `FORBIDDEN`, `LISTED_PLATE_LIMIT`, `VALIDATION_FAILED`.
 */
export const createListedPlate = call('recognition', 'createListedPlate', 'POST /admin/api/listedPlates', [
  'carNumber',
  'kind',
  'reason',
])
/** List the plates on lists, newest first. `GET /admin/api/listedPlates` */
export const listListedPlates = call('recognition', 'listListedPlates', 'GET /admin/api/listedPlates')
/** Remove a plate from its list. `DELETE /admin/api/listedPlates/{id}` Errors: `LISTED_PLATE_NOT_FOUND`. */
export const deleteListedPlate = call('recognition', 'deleteListedPlate', 'DELETE /admin/api/listedPlates/{id}', ['id'])
