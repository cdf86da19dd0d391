// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Search visits, newest first. `GET /admin/api/visits`
 */
export const listVisits: Call<'recognition', 'listVisits'> = {
  service: 'recognition',
  name: 'listVisits',
  http: 'GET /admin/api/visits',
  required: [],
  token: true,
}
/**
 * Count visits. `GET /admin/api/visits/totals`
 */
export const countVisits: Call<'recognition', 'countVisits'> = {
  service: 'recognition',
  name: 'countVisits',
  http: 'GET /admin/api/visits/totals',
  required: [],
  token: true,
}
/**
 * Export visits as CSV. `GET /admin/api/visits/export`
 */
export const exportVisits: Call<'recognition', 'exportVisits'> = {
  service: 'recognition',
  name: 'exportVisits',
  http: 'GET /admin/api/visits/export',
  required: [],
  token: true,
  headers: { reason: 'X-Reason' },
  response: 'file',
}
/**
 * Count visits by hour or day. `GET /admin/api/visits/stats`
 *
 * Errors: `VALIDATION_FAILED`.
 */
export const getVisitStatistics: Call<'recognition', 'getVisitStatistics'> = {
  service: 'recognition',
  name: 'getVisitStatistics',
  http: 'GET /admin/api/visits/stats',
  required: ['from', 'to'],
  token: true,
}
/**
 * Get one visit with its reads. `GET /admin/api/visits/{id}`
 *
 * Errors: `VISIT_NOT_FOUND`.
 */
export const getVisit: Call<'recognition', 'getVisit'> = {
  service: 'recognition',
  name: 'getVisit',
  http: 'GET /admin/api/visits/{id}',
  required: ['id'],
  token: true,
}
/**
 * Correct a misread plate; the reads of the visit move to it, and its product use is decided again. `PATCH /admin/api/visits/{id}`
 *
 * Errors: `VISIT_NOT_FOUND`, `VISIT_MERGED`, `VALIDATION_FAILED`.
 */
export const correctVisit: Call<'recognition', 'correctVisit'> = {
  service: 'recognition',
  name: 'correctVisit',
  http: 'PATCH /admin/api/visits/{id}',
  required: ['id', 'carNumber', 'reason'],
  token: true,
}
/**
 * Record a visit by hand. `POST /admin/api/visits`
 *
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const noteVisit: Call<'recognition', 'noteVisit'> = {
  service: 'recognition',
  name: 'noteVisit',
  http: 'POST /admin/api/visits',
  required: ['storeId', 'carNumber', 'reason'],
  token: true,
}
