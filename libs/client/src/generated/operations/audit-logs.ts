// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List the changes made by administrators, newest first. `GET /admin/api/auditLogs` */
export const listAuditLogs = call('member', 'listAuditLogs', 'GET /admin/api/auditLogs')
/** Export the audit log as CSV. `GET /admin/api/auditLogs/export` */
export const exportAuditLogs = call('member', 'exportAuditLogs', 'GET /admin/api/auditLogs/export', [], {
  headers: { reason: 'X-Reason' },
  response: 'file',
})
