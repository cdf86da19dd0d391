import * as Type from 'typebox'
import { Id, Instant, Nothing, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { AdminPassword } from './admins.ts'
import { LinkToken, linkErrors } from './invitations.ts'

/** Hours for which a link to set another password works. */
export const passwordLinkHours = 1

export const PasswordLink = Type.Object({
  link: Type.String({
    description: 'With the token in the fragment; a path of the console if `CONSOLE_URL` is not set',
    examples: ['https://kingcar.test/password#Zq3vZ0y4mK9cWb1rT8uXn5dLh2sPf7gJ6aEoIiQwRtY'],
  }),
  expiresAt: Instant,
})
export type PasswordLink = Typed<typeof PasswordLink>

export const adminPasswordOperations = {
  forgetAdminPassword: {
    http: 'POST /admin/api/password/forgot',
    audits: null,
    access: 'public',
    summary: 'Request a mail with a link to set another password',
    description: `The link works once, within an hour. Response and response time are the same whether or not an
      enabled administrator has the email. A mail is sent only if mail and \`CONSOLE_URL\` are configured; otherwise an
      owner can make a link.`,
    input: Strict({ email: Type.String({ minLength: 1, maxLength: 254 }) }),
    result: Nothing,
    errors: {
      RATE_LIMITED: 'Within an hour five links were requested for this email, or 20 from this network.',
    },
  },
  resetAdminPassword: {
    http: 'POST /admin/api/password/reset',
    audits: '관리자 비밀번호 재설정',
    access: 'public',
    summary: 'Set another password with the token of a link',
    description: `Ends all sessions of the administrator and the other links, and resets the failed sign-ins. The response
      contains no tokens: the administrator signs in with the new password. An error changes nothing, so the link still works
      afterwards. The change is recorded in the audit log as done by this administrator.`,
    input: Strict({ token: LinkToken, newPassword: AdminPassword }),
    result: Nothing,
    errors: {
      LINK_INVALID: `${linkErrors.LINK_INVALID.slice(0, -1)}, or the administrator is disabled.`,
      LINK_EXPIRED:
        'An hour has passed, the password was changed, or the owner who made the link was disabled or got another role.',
      LINK_USED: 'This link, or another of the administrator, was used.',
      VALIDATION_FAILED: '`newPassword` is easy to guess (rejected in production unless configured otherwise).',
    },
  },
  createPasswordLink: {
    http: 'POST /admin/api/admins/{id}/passwordLink',
    resource: 'admin',
    audits: '관리자 비밀번호 링크',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Make a link that sets another password for an administrator',
    description: `The link works once, within an hour, and is returned only here: the token is stored as a hash. The password
      that the administrator has works until then. An earlier link of this administrator stops working. The change is recorded in the audit log.`,
    input: Strict({ id: Id }),
    result: PasswordLink,
    errors: {
      ADMIN_NOT_FOUND: 'No enabled administrator has this id.',
      OWN_PASSWORD: 'The administrator is the caller, who changes the password with `POST /admin/api/me/password`.',
    },
  },
} as const satisfies Record<string, Spec>
