import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Email, Id, Instant, Nothing, Nullable, PersonName, Strict, TokenPairInput, Tokens } from '../common.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'

/** Length in characters; the upper bound keeps hashing cheap. */
export const AdminPassword = Type.String({ minLength: 10, maxLength: 128 })
/** A password as typed at a login: any length is judged the same way, so that nothing is learnt from a refusal. */
const TypedPassword = Type.String({ minLength: 1, maxLength: 1024 })

export const Admin = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  disabled: Type.Boolean(),
  createdAt: Instant,
  lastLoginAt: Nullable(Instant),
})
export type Admin = Static<typeof Admin>

export const adminOperations = {
  joinAdmin: {
    http: 'POST /admin/api/join',
    access: 'public',
    summary: 'Create an administrator, guarded by the join code',
    input: Strict({
      email: Email,
      password: AdminPassword,
      name: PersonName,
      joinCode: Type.String({ minLength: 1, maxLength: 256 }),
    }),
    result: Type.Object({ id: Id, email: Type.String(), name: Type.String(), createdAt: Instant }),
    status: 201,
    errors: ['JOIN_CODE_INVALID', 'EMAIL_TAKEN'],
  },
  loginAdmin: {
    http: 'POST /admin/api/login',
    access: 'public',
    summary: 'Sign in as an administrator',
    input: Strict({ email: Type.String({ minLength: 1, maxLength: 254 }), password: TypedPassword }),
    result: Tokens,
    errors: ['LOGIN_FAILED'],
  },
  reissueAdmin: {
    http: 'POST /admin/api/reissue',
    access: 'public',
    summary: 'Exchange a refresh token for a new pair',
    input: TokenPairInput,
    result: Tokens,
    errors: ['REFRESH_INVALID', 'REFRESH_REUSED'],
  },
  logoutAdmin: {
    http: 'POST /admin/api/logout',
    access: 'admin',
    summary: 'End this session everywhere',
    input: TokenPairInput,
    result: Nothing,
    endsSession: true,
    errors: ['REFRESH_INVALID'],
  },
  listAdmins: {
    http: 'GET /admin/api/admins',
    access: 'admin',
    summary: 'List administrators',
    input: Strict({ ...pageable('createdAt', 'email', 'name') }),
    result: Page(Admin),
  },
  getAdmin: {
    http: 'GET /admin/api/admins/{id}',
    access: 'admin',
    summary: 'One administrator',
    input: Strict({ id: Id }),
    result: Admin,
    versioned: true,
    errors: ['ADMIN_NOT_FOUND'],
  },
  updateAdmin: {
    http: 'PATCH /admin/api/admins/{id}',
    access: 'admin',
    summary: 'Rename, disable or enable an administrator; disabling ends their sessions at once',
    input: Strict({ id: Id, name: Type.Optional(PersonName), disabled: Type.Optional(Type.Boolean()) }),
    result: Admin,
    versioned: true,
    errors: ['ADMIN_NOT_FOUND', 'LAST_ADMIN'],
  },
  changeAdminPassword: {
    http: 'POST /admin/api/me/password',
    access: 'admin',
    summary: 'Change your own password; your other sessions end',
    input: Strict({ currentPassword: TypedPassword, newPassword: AdminPassword }),
    result: Nothing,
  },
} as const satisfies Record<string, Spec>
