// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Search visits, newest first. `GET /admin/api/visits` */
export const listVisits = call('recognition', 'listVisits', 'GET /admin/api/visits')
/** Count visits. `GET /admin/api/visits/totals` */
export const countVisits = call('recognition', 'countVisits', 'GET /admin/api/visits/totals')
/** Export visits as CSV. `GET /admin/api/visits/export` */
export const exportVisits = call('recognition', 'exportVisits', 'GET /admin/api/visits/export', [], {
  headers: { reason: 'X-Reason' },
  response: 'file',
})
/** Count visits by hour or day. `GET /admin/api/visits/stats` Errors: `VALIDATION_FAILED`. */
export const getVisitStatistics = call('recognition', 'getVisitStatistics', 'GET /admin/api/visits/stats', [
  'from',
  'to',
])
/** Get one visit with its reads. `GET /admin/api/visits/{id}` Errors: `VISIT_NOT_FOUND`. */
export const getVisit = call('recognition', 'getVisit', 'GET /admin/api/visits/{id}', ['id'])
/**
 * Correct a misread plate; the reads of the visit move to it, and its product use is decided again. `PATCH /admin/api/visits/{id}`
 * Errors: `VISIT_NOT_FOUND`, `VISIT_MERGED`, `VALIDATION_FAILED`.
 */
export const correctVisit = call('recognition', 'correctVisit', 'PATCH /admin/api/visits/{id}', [
  'id',
  'carNumber',
  'reason',
])
/** Record a visit by hand. `POST /admin/api/visits` Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`. */
export const noteVisit = call('recognition', 'noteVisit', 'POST /admin/api/visits', ['storeId', 'carNumber', 'reason'])
