import * as Type from 'typebox'
import { Email, Id, Instant, Nothing, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { Admin, AdminName, AdminPassword, AdminStores } from './admins.ts'
import { Tokens } from './tokens.ts'

/** Hours for which an invitation can be accepted. */
export const invitationHours = 72

/** The largest number of open invitations: one page of the console shows them all. */
export const mostOpenInvitations = 100

/** The secret of a link: 256 random bits. It is in the fragment of the link, which browsers send to no server. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 128 })

export const Link = Nullable(
  Type.String({
    description:
      'With the token in the fragment; a path of the console if `CONSOLE_URL` is not set, null if it was returned before',
    examples: ['https://kingcar.test/invitation#Zq3vZ0y4mK9cWb1rT8uXn5dLh2sPf7gJ6aEoIiQwRtY'],
  }),
)

/** Reasons of the errors of a link. */
export const linkErrors = {
  LINK_INVALID: 'KingCar made no link with this token, or the link ended more than 90 days ago and was deleted.',
  LINK_EXPIRED: 'The time in which the link works has passed.',
  LINK_USED: 'The link was used before.',
} as const

const { role, storeIds } = Admin.properties
const InvitedEmail = Nullable(Type.String({ examples: ['manager@kingcar.test'] }))
const InvitedName = Nullable(Type.String({ examples: ['박관리'] }))

export const Invitation = Type.Object({
  id: Id,
  role,
  storeIds,
  email: InvitedEmail,
  name: InvitedName,
  invitedBy: Type.String({ description: 'Name of the administrator', examples: ['박관리'] }),
  createdAt: Instant,
  expiresAt: Instant,
})
export type Invitation = Typed<typeof Invitation>

export const NewInvitation = Type.Object({
  id: Id,
  link: Link,
  expiresAt: Instant,
  mailed: Type.Boolean({ description: 'Whether `email` gets the link by mail', examples: [true] }),
})
export type NewInvitation = Typed<typeof NewInvitation>

export const invitationOperations = {
  createInvitation: {
    http: 'POST /admin/api/invitations',
    audits: '관리자 초대',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Invite an administrator by a link that works once, within 72 hours',
    description: `Role and stores are those of the invitation. With \`email\`, only this address can accept, and it gets the
      link by mail if mail and \`CONSOLE_URL\` are configured. The token is stored as a hash: only the first response
      contains the link, and a repetition with the same \`Idempotency-Key\` returns \`link\` null. The change is recorded in
      the audit log.`,
    input: Strict({
      role,
      storeIds: AdminStores,
      email: Type.Optional(Email),
      name: Type.Optional(AdminName),
    }),
    result: NewInvitation,
    status: 201,
    idempotent: true,
    errors: {
      EMAIL_TAKEN: 'An administrator, enabled or disabled, has this email in upper or lower case.',
      INVITATION_LIMIT: `There are ${mostOpenInvitations} open invitations.`,
      VALIDATION_FAILED:
        '`name` has no letter and no digit; `storeIds` has a store that does not exist or was closed permanently, or is not null for an owner.',
    },
  },
  listInvitations: {
    http: 'GET /admin/api/invitations',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    summary: 'List open invitations',
    description: `Returns a page of the invitations that can still be accepted, newest first unless \`sort\` is given. Their
      links are not stored: to send one again, withdraw the invitation and make another.`,
    input: Strict({ ...pageable('createdAt', 'expiresAt') }),
    result: Page(Invitation),
  },
  withdrawInvitation: {
    http: 'DELETE /admin/api/invitations/{id}',
    resource: 'invitation',
    audits: '관리자 초대 철회',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    summary: 'Withdraw an open invitation',
    description: `Its link stops working immediately. The change is recorded in the audit log. If an owner is disabled or gets
      another role, the open invitations of this owner are withdrawn too.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      INVITATION_NOT_FOUND: 'No invitation has this id, or it was accepted, withdrawn or has expired.',
    },
  },
  checkInvitation: {
    http: 'POST /admin/api/invitations/check',
    audits: null,
    access: 'public',
    summary: 'Get what an invitation is for',
    description: `Needs the token of the link, and changes nothing. \`email\` and \`name\` are those that the inviting owner
      typed.`,
    input: Strict({ token: LinkToken }),
    result: Type.Object({ role, storeIds, email: InvitedEmail, name: InvitedName, expiresAt: Instant }),
    errors: { ...linkErrors, LINK_WITHDRAWN: 'The invitation was withdrawn.' },
  },
  acceptInvitation: {
    http: 'POST /admin/api/invitations/accept',
    audits: '관리자 초대 수락',
    access: 'public',
    summary: 'Accept an invitation: create the administrator and sign in',
    description: `Returns the tokens of a session, as \`POST /admin/api/login\` does. The token works once; an error changes
      nothing, so it still works afterwards. \`Idempotency-Key\` is ignored. The change is recorded in the audit log as done
      by the new administrator.`,
    input: Strict({ token: LinkToken, name: AdminName, email: Email, password: AdminPassword }),
    result: Tokens,
    errors: {
      ...linkErrors,
      LINK_WITHDRAWN: 'The invitation was withdrawn.',
      EMAIL_TAKEN: 'An administrator, enabled or disabled, has this email in upper or lower case.',
      VALIDATION_FAILED:
        '`name` has no letter and no digit, `email` is not the invited one, or `password` is easy to guess (rejected in production unless configured otherwise).',
    },
  },
} as const satisfies Record<string, Spec>
