// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Search members. `GET /admin/api/members` */
export const listMembers = call('member', 'listMembers', 'GET /admin/api/members')
/** Count members. `GET /admin/api/members/totals` */
export const countMembers = call('member', 'countMembers', 'GET /admin/api/members/totals')
/** Export members as CSV. `GET /admin/api/members/export` */
export const exportMembers = call('member', 'exportMembers', 'GET /admin/api/members/export', [], {
  headers: { reason: 'X-Reason' },
  response: 'file',
})
/**
 * Get one member with cars, products, orders, sessions and agreements. `GET /admin/api/members/{id}`
 * Errors: `MEMBER_NOT_FOUND`.
 */
export const getMember = call('member', 'getMember', 'GET /admin/api/members/{id}', ['id'])
/** End all sessions of a member. `DELETE /admin/api/members/{id}/sessions` Errors: `MEMBER_NOT_FOUND`. */
export const endMemberSessions = call('member', 'endMemberSessions', 'DELETE /admin/api/members/{id}/sessions', ['id'])
/**
 * Release the phone number of a member, so that its new owner can verify it. `POST /admin/api/members/{id}/releasePhone`
 * Errors: `MEMBER_NOT_FOUND`.
 */
export const releasePhone = call('member', 'releasePhone', 'POST /admin/api/members/{id}/releasePhone', [
  'id',
  'reason',
])
/** List the last messages to a member. `GET /admin/api/members/{id}/messages` Errors: `MEMBER_NOT_FOUND`. */
export const listMemberMessages = call('member', 'listMemberMessages', 'GET /admin/api/members/{id}/messages', ['id'])
