// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List the changes made by administrators, newest first. `GET /admin/api/auditLogs`
 */
export const listAuditLogs: Call<'member', 'listAuditLogs'> = {
  service: 'member',
  name: 'listAuditLogs',
  http: 'GET /admin/api/auditLogs',
  required: [],
  token: true,
}
/**
 * Export the audit log as CSV. `GET /admin/api/auditLogs/export`
 */
export const exportAuditLogs: Call<'member', 'exportAuditLogs'> = {
  service: 'member',
  name: 'exportAuditLogs',
  http: 'GET /admin/api/auditLogs/export',
  required: [],
  token: true,
  headers: { reason: 'X-Reason' },
  response: 'file',
}
