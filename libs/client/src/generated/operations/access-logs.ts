// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List which administrators saw data of which members, newest first. `GET /admin/api/accessLogs`
 */
export const listAccessLogs: Call<'member', 'listAccessLogs'> = {
  service: 'member',
  name: 'listAccessLogs',
  http: 'GET /admin/api/accessLogs',
  required: [],
  token: true,
}
/**
 * Export the access log as CSV. `GET /admin/api/accessLogs/export`
 */
export const exportAccessLogs: Call<'member', 'exportAccessLogs'> = {
  service: 'member',
  name: 'exportAccessLogs',
  http: 'GET /admin/api/accessLogs/export',
  required: [],
  token: true,
  headers: { reason: 'X-Reason' },
  response: 'file',
}
