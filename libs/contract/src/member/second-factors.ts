import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, notBlank, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { TypedPassword } from './passwords.ts'

/** Recovery codes that an administrator gets with a second factor. */
export const recoveryCodeCount = 10

/** What confirms a sign-in by password. */
export const secondFactors = ['totp', 'passkey', 'recoveryCode'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** A code of an authenticator app or a recovery code, as it is typed. */
export const SecondFactorCode = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Six digits of the authenticator app, or a recovery code; spaces, hyphens and case do not matter',
  examples: ['492039'],
})

export const TotpSecret = Type.Object({
  secret: Type.String({ description: 'Base32', examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
  uri: Type.String({
    description: 'For the QR code that an authenticator app scans',
    examples: ['otpauth://totp/KingCar:manager%40kingcar.test?issuer=KingCar&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
})
export type TotpSecret = Typed<typeof TotpSecret>

export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String({ examples: ['K7QM-2XWD-9RTH-4VBN-6YCF-3JPA'] }), {
    description: `${recoveryCodeCount} codes, each of which replaces the second factor once; empty if the account still has unused codes`,
  }),
})
export type RecoveryCodes = Typed<typeof RecoveryCodes>

/** Passkeys that an administrator can have. */
export const mostPasskeys = 10

const PasskeyName = Type.String({ minLength: 1, maxLength: 50, pattern: notBlank, examples: ['회사 노트북'] })
export const Passkey = Type.Object({
  id: Id,
  name: PasskeyName,
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
})
export type Passkey = Typed<typeof Passkey>

export const SecondFactors = Type.Object({
  totp: Type.Boolean({ description: 'Whether an authenticator app is set up', examples: [true] }),
  passkeys: Type.Array(Passkey, { description: 'The oldest first' }),
  recoveryCodes: Type.Integer({ description: 'Number of unused recovery codes', examples: [recoveryCodeCount] }),
})
export type SecondFactors = Typed<typeof SecondFactors>

const passwordLimit = 'Ten wrong passwords or codes were sent for this account within 15 minutes.'

export const secondFactorOperations = {
  getSecondFactors: {
    http: 'GET /admin/api/me/secondFactors',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'Get what protects your own sign-in',
    description: 'Returns whether an authenticator app is set up, the passkeys, and how many recovery codes are left.',
    input: Strict({}),
    result: SecondFactors,
  },
  beginTotp: {
    http: 'POST /admin/api/me/totp',
    audits: null,
    access: 'admin',
    permission: 'account',
    scope: 'none',
    freshSignIn: 'always',
    summary: 'Begin to set up an authenticator app',
    description: `Returns the secret of the app, this once. It acts on sign-ins only after \`POST /admin/api/me/totp/confirm\`, within
      30 minutes; until then a repetition replaces it. A wrong \`currentPassword\` fails with \`VALIDATION_FAILED\` and counts as a failed attempt.`,
    input: Strict({ currentPassword: TypedPassword }),
    result: TotpSecret,
    errors: {
      VALIDATION_FAILED: '`currentPassword` is wrong.',
      SECOND_FACTOR_EXISTS: 'An authenticator app is set up already: remove it first.',
      RATE_LIMITED: passwordLimit,
    },
  },
  confirmTotp: {
    http: 'POST /admin/api/me/totp/confirm',
    audits: '인증 앱 추가',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'Add an authenticator app with a first code',
    description: `From now on each sign-in by password needs a code of the app, or one of the recovery codes, which are stored
      as hashes and work once each. A wrong code counts as a failed attempt. Your other sessions end. The change is recorded in the
      audit log.`,
    input: Strict({ code: SecondFactorCode }),
    result: RecoveryCodes,
    errors: {
      CODE_INVALID: 'The code is not the present one of the app, or the one before or after it.',
      SECOND_FACTOR_NOT_FOUND: 'No set-up was begun within the last 30 minutes.',
      SECOND_FACTOR_EXISTS: 'An authenticator app is set up already.',
      RATE_LIMITED: passwordLimit,
    },
  },
  deleteTotp: {
    http: 'DELETE /admin/api/me/totp',
    audits: '인증 앱 삭제',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    freshSignIn: 'always',
    summary: 'Remove the authenticator app',
    description: `Needs the current password or a code. Without a passkey the second factor is off afterwards, and the recovery
      codes are deleted. Your other sessions end. The change is recorded in the audit log.`,
    input: Strict({ currentPassword: Type.Optional(TypedPassword), code: Type.Optional(SecondFactorCode) }),
    body: 'json',
    result: Nothing,
    errors: {
      VALIDATION_FAILED: '`currentPassword` is wrong, or both or neither of the two fields are given.',
      CODE_INVALID: 'The code is neither one of the app nor an unused recovery code.',
      SECOND_FACTOR_NOT_FOUND: 'No authenticator app is set up.',
      RATE_LIMITED: passwordLimit,
    },
  },
  replaceRecoveryCodes: {
    http: 'POST /admin/api/me/totp/recoveryCodes',
    audits: '복구 코드 새로 만들기',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    freshSignIn: 'always',
    summary: 'Replace the recovery codes',
    description: `Needs the current password or a code. The earlier recovery codes stop working, and the new ones are returned this
      once. The change is recorded in the audit log.`,
    input: Strict({ currentPassword: Type.Optional(TypedPassword), code: Type.Optional(SecondFactorCode) }),
    result: RecoveryCodes,
    errors: {
      VALIDATION_FAILED: '`currentPassword` is wrong, or both or neither of the two fields are given.',
      CODE_INVALID: 'The code is neither one of the app nor an unused recovery code.',
      SECOND_FACTOR_NOT_FOUND: 'No authenticator app is set up.',
      RATE_LIMITED: passwordLimit,
    },
  },
  resetSecondFactor: {
    http: 'DELETE /admin/api/admins/{id}/secondFactor',
    resource: 'admin',
    audits: '관리자 2단계 인증 초기화',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: "Switch another administrator's second factor off",
    description: `For an administrator who has lost the phone and the recovery codes: deletes the authenticator app and the
      passkeys, and the password alone is enough for the next sign-in. All of their sessions end. The change is recorded in the audit log; without a second factor the request is a no-op.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      ADMIN_NOT_FOUND: 'No administrator has this id.',
      OWN_SECOND_FACTOR: 'The administrator is the caller, who removes each factor in their own account.',
    },
  },
} as const satisfies Record<string, Spec>
