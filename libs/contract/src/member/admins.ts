import * as Type from 'typebox'
import { Email, Id, Instant, Nothing, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { adminRoles, permissions } from '../model/permissions.ts'
import { TypedPassword } from './passwords.ts'
import { SecondFactorCode, secondFactors } from './second-factors.ts'
import { TokenPairInput, Tokens } from './tokens.ts'

/** Length in characters; the maximum keeps hashing cheap. */
export const AdminPassword = Type.String({ minLength: 10, maxLength: 128 })

export const AdminName = Type.String({ minLength: 1, maxLength: 50, examples: ['박관리'] })

const AdminRole = Type.Enum([...adminRoles], {
  description:
    'The `x-permission` of each operation names the permission that it needs, and its description the roles with it',
  examples: ['manager'],
})
const storesDescription = 'Stores that the administrator is limited to; null means all stores'
/** The stores of an administrator, as an owner enters them. */
export const AdminStores = Nullable(
  Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true, description: storesDescription }),
)

export const Admin = Type.Object({
  id: Id,
  email: Type.String({ examples: ['manager@kingcar.test'] }),
  name: Type.String({ examples: ['박관리'] }),
  role: AdminRole,
  storeIds: Nullable(Type.Array(Id, { description: storesDescription })),
  disabled: Type.Boolean({ examples: [false] }),
  secondFactor: Type.Boolean({ description: 'Whether a sign-in needs a second factor', examples: [true] }),
  alertPhone: Nullable(
    Type.String({
      description: 'Number that gets alerts by AlimTalk, with a mask; null without one',
      examples: ['010-****-5678'],
    }),
  ),
  createdAt: Instant,
  lastLoginAt: Nullable(Instant),
})
export type Admin = Typed<typeof Admin>

export const AdminSession = Type.Object({
  id: Id,
  device: Nullable(
    Type.String({
      description: 'Browser and system by the `User-Agent` of the sign-in; null if neither is known',
      examples: ['Chrome, Windows'],
    }),
  ),
  address: Nullable(
    Type.String({
      description: 'IP address of the last use, which is a sign-in or an exchange of tokens; null if it is not known',
      examples: ['203.0.113.7'],
    }),
  ),
  createdAt: Instant,
  lastUsedAt: Instant,
  current: Type.Boolean({ description: 'The session of this request', examples: [true] }),
})
export type AdminSession = Typed<typeof AdminSession>

/**
 * The rights of an administrator or API key, in the stream ADMINS. Of two messages the larger `version` is newer. A deleted key
 * has no secrets.
 */
export const AdminGrant = Type.Object({
  adminId: Id,
  adminRole: Type.Enum([...adminRoles]),
  storeIds: Nullable(Type.Array(Id)),
  version: Type.Integer({ minimum: 1 }),
  /** Missing means false. */
  secondFactor: Type.Optional(Type.Boolean()),
  /** Only of an API key: what it may do. */
  permissions: Type.Optional(Type.Array(Type.Enum([...permissions]))),
  /** Only of an API key: SHA-256 of each secret in base64url, and until when it works (Unix milliseconds). */
  secrets: Type.Optional(Type.Array(Type.Object({ hash: Type.String(), until: Type.Integer() }))),
})
export type AdminGrant = Typed<typeof AdminGrant>

export const adminOperations = {
  joinAdmin: {
    http: 'POST /admin/api/join',
    audits: '관리자 추가',
    access: 'public',
    summary: 'Create an administrator with the join code of the installation',
    description: `The new administrator is an owner and can sign in immediately; the response contains no tokens. A password that is
      easy to guess is rejected in production unless configured otherwise. \`Idempotency-Key\` is ignored: a
      repetition fails with \`EMAIL_TAKEN\`. The change is recorded in the audit log as done by the new administrator.`,
    input: Strict({
      email: Email,
      password: AdminPassword,
      name: AdminName,
      joinCode: Type.String({ minLength: 1, maxLength: 256 }),
    }),
    result: Type.Object({ id: Id, email: Admin.properties.email, name: Admin.properties.name, createdAt: Instant }),
    status: 201,
    errors: {
      JOIN_CODE_INVALID: 'The join code is wrong, or none is configured, so that no administrator can join.',
      EMAIL_TAKEN:
        'An administrator, enabled or disabled, has this email in upper or lower case; reported only with a correct join code.',
      RATE_LIMITED: 'Ten wrong join codes came from this network within an hour; a correct one is rejected too.',
      VALIDATION_FAILED: '`name` has no letter and no digit, or `password` is easy to guess.',
    },
  },
  loginAdmin: {
    http: 'POST /admin/api/login',
    audits: null,
    access: 'public',
    summary: 'Sign in as an administrator',
    description: `Returns the tokens of a new session, which ends 30 days after its last renewal unless configured
      otherwise. An account has at most 1,000 sessions; beyond that the unused and the oldest ones end. With a
      second factor, \`code\` is needed: without it the right password gets \`SECOND_FACTOR_REQUIRED\`, and the client sends
      the same request with it, or signs in with a passkey instead. A success resets the failed attempts for this account from this network.`,
    input: Strict({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: TypedPassword,
      code: Type.Optional(SecondFactorCode),
    }),
    result: Tokens,
    errors: {
      SECOND_FACTOR_REQUIRED: `The password is right, and the account has a second factor, but \`code\` is missing; each \`path\` of \`details\` is one that the account has: ${secondFactors.map((each) => `\`${each}\``).join(', ')}.`,
      CODE_INVALID:
        'The password is right, but the code is not one of the app, was used before, or is not an unused recovery code; it counts as a failed sign-in.',
      LOGIN_FAILED:
        'No administrator has this email, the password is wrong, or the account is disabled; response and response time are the same.',
      RATE_LIMITED:
        'Within 15 minutes ten sign-ins failed for this email from this network, 100 from this network, or 100 for this email from all networks; a correct password is rejected too.',
    },
  },
  reissueAdmin: {
    http: 'POST /admin/api/reissue',
    audits: null,
    access: 'public',
    summary: 'Exchange a refresh token for a new token pair',
    description: `Both tokens must belong to the same session of an administrator or a wall screen; the access token
      may have expired. A refresh token can be exchanged once. After a lost response the previous refresh token
      returns the same new pair: for 30 seconds, and after that for as long as the new pair is not used. For a wall
      screen it does so until the new pair is renewed.`,
    input: TokenPairInput,
    result: Tokens,
    errors: {
      REFRESH_INVALID:
        'A token was not issued by KingCar, the two belong to different sessions, or the session has ended or expired.',
      REFRESH_REUSED: 'The refresh token was exchanged before and may have been copied, so the session has been ended.',
    },
  },
  logoutAdmin: {
    http: 'POST /admin/api/logout',
    audits: null,
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'End the current session',
    description: `The tokens of the session become invalid at every gateway, and its live WebSockets are closed. Both
      tokens in the body must belong to the session of the bearer token; they may be from an earlier renewal. The
      access token may have expired.`,
    input: TokenPairInput,
    result: Nothing,
    endsSession: true,
    acceptsExpiredToken: true,
    errors: {
      REFRESH_INVALID: 'A token in the body does not belong to the session of the bearer token.',
    },
  },
  listAdmins: {
    http: 'GET /admin/api/admins',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    summary: 'List administrators',
    description: 'Returns a page, including disabled administrators, newest first unless `sort` is given.',
    input: Strict({ ...pageable('createdAt', 'email', 'name') }),
    result: Page(Admin),
  },
  getAdmin: {
    http: 'GET /admin/api/admins/{id}',
    resource: 'admin',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    summary: 'Get one administrator',
    description: `Disabled administrators are returned as well. The \`ETag\` is the version that \`PATCH\` accepts in
      \`If-Match\`.`,
    input: Strict({ id: Id }),
    result: Admin,
    versioned: true,
    errors: {
      ADMIN_NOT_FOUND: 'No administrator has this id.',
    },
  },
  updateAdmin: {
    http: 'PATCH /admin/api/admins/{id}',
    resource: 'admin',
    audits: '관리자 수정',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Rename, disable or enable an administrator, or change the role and stores',
    description: `Fields that are absent keep their value. Disabling ends all sessions of the administrator
      immediately and closes their live WebSockets; enabling restores no session. A new role or other stores act on the
      next request, and close the live WebSockets, within two seconds. The change is recorded in the audit log; a request
      that changes nothing is a no-op.`,
    input: Strict({
      id: Id,
      name: Type.Optional(AdminName),
      disabled: Type.Optional(Type.Boolean()),
      role: Type.Optional(AdminRole),
      storeIds: Type.Optional(AdminStores),
    }),
    result: Admin,
    versioned: true,
    errors: {
      ADMIN_NOT_FOUND: 'No administrator has this id.',
      LAST_ADMIN: 'The administrator is the only enabled owner, and would be disabled or get another role.',
      OWN_ROLE: '`role` or `storeIds` of the caller would change.',
      VALIDATION_FAILED:
        '`name` has no letter and no digit; `storeIds` has a store that does not exist or was closed permanently, is not null for an owner, or is absent when an administrator becomes a manager or staff.',
    },
  },
  getOwnAdmin: {
    http: 'GET /admin/api/me',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'Get your own account',
    description: 'Returns role and stores as they are stored; they act on requests within two seconds after a change.',
    input: Strict({}),
    result: Admin,
    versioned: true,
  },
  listAdminSessions: {
    http: 'GET /admin/api/me/sessions',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'List your own open sessions',
    description: `Returns the last used session first. A session is used when its tokens are exchanged. \`device\` is null for a
      session of an earlier version.`,
    input: Strict({}),
    result: Type.Array(AdminSession),
  },
  endAdminSession: {
    http: 'DELETE /admin/api/me/sessions/{id}',
    resource: 'session',
    audits: '내 로그인 하나 끝내기',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'End another session of your own account',
    description: `The session ends at every gateway, and its live WebSockets are closed, within two seconds. The session of
      the request ends with logout. The change is recorded in the audit log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      SESSION_NOT_FOUND: 'No other open session of your account has this id.',
    },
  },
  endOtherAdminSessions: {
    http: 'DELETE /admin/api/me/sessions',
    audits: '내 다른 로그인 모두 끝내기',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'End all other sessions of your own account',
    description: `The calling session continues; the others end at every gateway within two seconds. The change is
      recorded in the audit log; without another session the request is a no-op.`,
    input: Strict({}),
    result: Nothing,
  },
  changeAdminPassword: {
    http: 'POST /admin/api/me/password',
    audits: '관리자 비밀번호 변경',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'Change your own password; your other sessions end',
    description: `The calling session continues; every other session of the account ends. A wrong \`currentPassword\`
      fails with \`VALIDATION_FAILED\` and counts as a failed attempt. The change is recorded in the audit log,
      without passwords.`,
    input: Strict({ currentPassword: TypedPassword, newPassword: AdminPassword }),
    result: Nothing,
    errors: {
      VALIDATION_FAILED:
        '`currentPassword` is wrong, or `newPassword` is easy to guess (rejected in production unless configured otherwise).',
      RATE_LIMITED: 'Ten wrong passwords were sent for this account within 15 minutes.',
    },
  },
} as const satisfies Record<string, Spec>
