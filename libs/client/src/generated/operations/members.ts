// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Search members. `GET /admin/api/members`
 */
export const listMembers: Call<'member', 'listMembers'> = {
  service: 'member',
  name: 'listMembers',
  http: 'GET /admin/api/members',
  required: [],
  token: true,
}
/**
 * Count members. `GET /admin/api/members/totals`
 */
export const countMembers: Call<'member', 'countMembers'> = {
  service: 'member',
  name: 'countMembers',
  http: 'GET /admin/api/members/totals',
  required: [],
  token: true,
}
/**
 * Export members as CSV. `GET /admin/api/members/export`
 */
export const exportMembers: Call<'member', 'exportMembers'> = {
  service: 'member',
  name: 'exportMembers',
  http: 'GET /admin/api/members/export',
  required: [],
  token: true,
  headers: { reason: 'X-Reason' },
  response: 'file',
}
/**
 * Get one member with cars, products, orders, sessions and agreements. `GET /admin/api/members/{id}`
 *
 * Errors: `MEMBER_NOT_FOUND`.
 */
export const getMember: Call<'member', 'getMember'> = {
  service: 'member',
  name: 'getMember',
  http: 'GET /admin/api/members/{id}',
  required: ['id'],
  token: true,
}
/**
 * End all sessions of a member. `DELETE /admin/api/members/{id}/sessions`
 *
 * Errors: `MEMBER_NOT_FOUND`.
 */
export const endMemberSessions: Call<'member', 'endMemberSessions'> = {
  service: 'member',
  name: 'endMemberSessions',
  http: 'DELETE /admin/api/members/{id}/sessions',
  required: ['id'],
  token: true,
}
/**
 * Release the phone number of a member, so that its new owner can verify it. `POST /admin/api/members/{id}/releasePhone`
 *
 * Errors: `MEMBER_NOT_FOUND`.
 */
export const releasePhone: Call<'member', 'releasePhone'> = {
  service: 'member',
  name: 'releasePhone',
  http: 'POST /admin/api/members/{id}/releasePhone',
  required: ['id', 'reason'],
  token: true,
}
/**
 * List the last messages to a member. `GET /admin/api/members/{id}/messages`
 *
 * Errors: `MEMBER_NOT_FOUND`.
 */
export const listMemberMessages: Call<'member', 'listMemberMessages'> = {
  service: 'member',
  name: 'listMemberMessages',
  http: 'GET /admin/api/members/{id}/messages',
  required: ['id'],
  token: true,
}
