// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Invite an administrator by a link that works once, within 72 hours. `POST /admin/api/invitations`
 * Errors: `EMAIL_TAKEN`, `INVITATION_LIMIT`, `VALIDATION_FAILED`.
 */
export const createInvitation = call('member', 'createInvitation', 'POST /admin/api/invitations', ['role'])
/** List open invitations. `GET /admin/api/invitations` */
export const listInvitations = call('member', 'listInvitations', 'GET /admin/api/invitations')
/** Withdraw an open invitation. `DELETE /admin/api/invitations/{id}` Errors: `INVITATION_NOT_FOUND`. */
export const withdrawInvitation = call('member', 'withdrawInvitation', 'DELETE /admin/api/invitations/{id}', ['id'])
/**
 * Get what an invitation is for. `POST /admin/api/invitations/check`
 * Errors: `LINK_INVALID`, `LINK_EXPIRED`, `LINK_USED`, `LINK_WITHDRAWN`.
 */
export const checkInvitation = call('member', 'checkInvitation', 'POST /admin/api/invitations/check', ['token'], {
  token: false,
})
/**
 * Accept an invitation: create the administrator and sign in. `POST /admin/api/invitations/accept`
 * Errors: `LINK_INVALID`, `LINK_EXPIRED`, `LINK_USED`, `LINK_WITHDRAWN`, `EMAIL_TAKEN`, `VALIDATION_FAILED`.
 */
export const acceptInvitation = call(
  'member',
  'acceptInvitation',
  'POST /admin/api/invitations/accept',
  ['token', 'name', 'email', 'password'],
  { token: false },
)
