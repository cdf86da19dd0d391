// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List which administrators saw data of which members, newest first. `GET /admin/api/accessLogs` */
export const listAccessLogs = call('member', 'listAccessLogs', 'GET /admin/api/accessLogs')
/** Export the access log as CSV. `GET /admin/api/accessLogs/export` */
export const exportAccessLogs = call('member', 'exportAccessLogs', 'GET /admin/api/accessLogs/export', [], {
  headers: { reason: 'X-Reason' },
  response: 'file',
})
