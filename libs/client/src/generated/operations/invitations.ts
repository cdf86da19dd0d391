// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Invite an administrator by a link that works once, within 72 hours. `POST /admin/api/invitations`
 *
 * Errors: `EMAIL_TAKEN`, `INVITATION_LIMIT`, `VALIDATION_FAILED`.
 */
export const createInvitation: Call<'member', 'createInvitation'> = {
  service: 'member',
  name: 'createInvitation',
  http: 'POST /admin/api/invitations',
  required: ['role'],
  token: true,
}
/**
 * List open invitations. `GET /admin/api/invitations`
 */
export const listInvitations: Call<'member', 'listInvitations'> = {
  service: 'member',
  name: 'listInvitations',
  http: 'GET /admin/api/invitations',
  required: [],
  token: true,
}
/**
 * Withdraw an open invitation. `DELETE /admin/api/invitations/{id}`
 *
 * Errors: `INVITATION_NOT_FOUND`.
 */
export const withdrawInvitation: Call<'member', 'withdrawInvitation'> = {
  service: 'member',
  name: 'withdrawInvitation',
  http: 'DELETE /admin/api/invitations/{id}',
  required: ['id'],
  token: true,
}
/**
 * Get what an invitation is for. `POST /admin/api/invitations/check`
 *
 * Errors: `LINK_INVALID`, `LINK_EXPIRED`, `LINK_USED`, `LINK_WITHDRAWN`.
 */
export const checkInvitation: Call<'member', 'checkInvitation'> = {
  service: 'member',
  name: 'checkInvitation',
  http: 'POST /admin/api/invitations/check',
  required: ['token'],
  token: false,
}
/**
 * Accept an invitation: create the administrator and sign in. `POST /admin/api/invitations/accept`
 *
 * Errors: `LINK_INVALID`, `LINK_EXPIRED`, `LINK_USED`, `LINK_WITHDRAWN`, `EMAIL_TAKEN`, `VALIDATION_FAILED`.
 */
export const acceptInvitation: Call<'member', 'acceptInvitation'> = {
  service: 'member',
  name: 'acceptInvitation',
  http: 'POST /admin/api/invitations/accept',
  required: ['token', 'name', 'email', 'password'],
  token: false,
}
