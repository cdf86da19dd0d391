import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Email, Id, Instant, Nothing, Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { TokenPairInput, Tokens } from './tokens.ts'

/** Length in characters; the maximum keeps hashing cheap. */
export const AdminPassword = Type.String({ minLength: 10, maxLength: 128 })
/** A password at a login. Every length takes the same path, so that a refusal reveals nothing. */
const TypedPassword = Type.String({ minLength: 1, maxLength: 1024 })

const AdminName = Type.String({ minLength: 1, maxLength: 50, examples: ['박관리'] })

export const Admin = Type.Object({
  id: Id,
  email: Type.String({ examples: ['manager@kingcar.test'] }),
  name: Type.String({ examples: ['박관리'] }),
  disabled: Type.Boolean({ examples: [false] }),
  createdAt: Instant,
  lastLoginAt: Nullable(Instant),
})
export type Admin = Static<typeof Admin>

export const adminOperations = {
  joinAdmin: {
    http: 'POST /admin/api/join',
    audits: '관리자 추가',
    access: 'public',
    summary: 'Create an administrator, guarded by the join code',
    description: `Whoever knows the join code of the installation becomes an administrator, who can sign in at once;
      there are no tokens in the answer. It stands in the audit log as done by the new administrator. A password that is
      easily guessed is refused in production unless configured otherwise. \`Idempotency-Key\` is not read: sent again,
      the email is taken.`,
    input: Strict({
      email: Email,
      password: AdminPassword,
      name: AdminName,
      joinCode: Type.String({ minLength: 1, maxLength: 256 }),
    }),
    result: Type.Object({ id: Id, email: Admin.properties.email, name: Admin.properties.name, createdAt: Instant }),
    status: 201,
    errors: {
      JOIN_CODE_INVALID: 'The join code is wrong, or none is configured, and then nobody can join.',
      EMAIL_TAKEN:
        'An administrator has this email in upper or lower case, a disabled one too; told after a right join code only.',
      RATE_LIMITED: 'Ten wrong join codes came from this network within an hour: a right one waits, too.',
      VALIDATION_FAILED: '`name` has no letter and no digit, or `password` is easily guessed.',
    },
  },
  loginAdmin: {
    http: 'POST /admin/api/login',
    audits: null,
    access: 'public',
    summary: 'Sign in as an administrator',
    description: `Gives the tokens of a new session; of more than 1,000 of an account the unused and the oldest ones
      end. The session lasts for 30 days after its last renewal unless configured otherwise. A success forgets the
      failures of this account from this network.`,
    input: Strict({ email: Type.String({ minLength: 1, maxLength: 254 }), password: TypedPassword }),
    result: Tokens,
    errors: {
      LOGIN_FAILED:
        'No administrator has this email, the password is wrong, or the account is disabled: the same answer after the same time.',
      RATE_LIMITED:
        'Within 15 minutes ten sign-ins of this email failed from this network, a hundred from this network, or a hundred of this email from everywhere: a right password waits, too.',
    },
  },
  reissueAdmin: {
    http: 'POST /admin/api/reissue',
    audits: null,
    access: 'public',
    summary: 'Exchange a refresh token for a new pair',
    description: `Both tokens have to be of the same session of an administrator or a wall screen; the access token may
      have expired. The refresh token is good once: the one before gives the same new pair for 30 seconds, or for as
      long as nobody has used that pair, so that an answer that was lost is asked for again. A screen has no such end of
      time.`,
    input: TokenPairInput,
    result: Tokens,
    errors: {
      REFRESH_INVALID:
        'A token is not ours, the two are of different sessions, or the session has ended or was not renewed in time.',
      REFRESH_REUSED:
        'A refresh token was shown that has been exchanged before; somebody may have a copy, so the session has ended now.',
    },
  },
  logoutAdmin: {
    http: 'POST /admin/api/logout',
    audits: null,
    access: 'admin',
    summary: 'End this session everywhere',
    description: `Ends the session of the bearer token: its tokens are good at no gateway any more, and its live
      sockets close. Both tokens in the body have to be of that session, of whichever renewal.`,
    input: TokenPairInput,
    result: Nothing,
    endsSession: true,
    errors: {
      REFRESH_INVALID: 'One of the tokens in the body is not of the session of the bearer token.',
    },
  },
  listAdmins: {
    http: 'GET /admin/api/admins',
    access: 'admin',
    summary: 'List administrators',
    description: `A page of all administrators, disabled ones too, the newest first unless \`sort\` says otherwise.`,
    input: Strict({ ...pageable('createdAt', 'email', 'name') }),
    result: Page(Admin),
  },
  getAdmin: {
    http: 'GET /admin/api/admins/{id}',
    resource: 'admin',
    access: 'admin',
    summary: 'One administrator',
    description: `Disabled ones answer, too. The \`ETag\` is the version that \`PATCH\` takes in \`If-Match\`.`,
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
    summary: 'Rename, disable or enable an administrator; disabling ends their sessions at once',
    description: `Changes what is named and leaves the rest; where nothing is different nothing happens. Who is
      disabled cannot sign in, and is signed out at once with their live sockets; enabling ends nothing and restores no
      session. It stands in the audit log.`,
    input: Strict({ id: Id, name: Type.Optional(AdminName), disabled: Type.Optional(Type.Boolean()) }),
    result: Admin,
    versioned: true,
    errors: {
      ADMIN_NOT_FOUND: 'No administrator has this id.',
      LAST_ADMIN: '`disabled` is true, and nobody else is enabled.',
      VALIDATION_FAILED: '`name` has no letter and no digit.',
    },
  },
  changeAdminPassword: {
    http: 'POST /admin/api/me/password',
    audits: '관리자 비밀번호 변경',
    access: 'admin',
    summary: 'Change your own password; your other sessions end',
    description: `The session that calls stays, every other of the account ends. A wrong \`currentPassword\` is
      \`VALIDATION_FAILED\` with its path, and counts as a failure. It stands in the audit log, without passwords.`,
    input: Strict({ currentPassword: TypedPassword, newPassword: AdminPassword }),
    result: Nothing,
    errors: {
      VALIDATION_FAILED:
        '`currentPassword` is wrong, or `newPassword` is easily guessed (refused in production unless configured otherwise).',
      RATE_LIMITED: 'Ten wrong passwords were given for this account within 15 minutes.',
    },
  },
} as const satisfies Record<string, Spec>
