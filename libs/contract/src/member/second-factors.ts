import * as Type from 'typebox'
import { Id, Nothing, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { TypedPassword } from './passwords.ts'

/** Recovery codes that an administrator gets with a second factor. */
export const recoveryCodeCount = 10

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
    description: `${recoveryCodeCount} codes`,
  }),
})
export type RecoveryCodes = Typed<typeof RecoveryCodes>

const passwordLimit = 'Ten wrong passwords or codes were sent for this account within 15 minutes.'

export const secondFactorOperations = {
  beginTotp: {
    http: 'POST /admin/api/me/totp',
    audits: null,
    access: 'admin',
    permission: 'account',
    scope: 'none',
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
    audits: '2단계 인증 켜기',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'Switch the second factor on with a first code',
    description: `From now on each sign-in needs a code of the app, or one of the returned recovery codes, which are stored
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
    audits: '2단계 인증 끄기',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    freshSignIn: 'always',
    summary: 'Switch the second factor off',
    description: `Needs the current password or a code, and deletes the recovery codes. Your other sessions end. The change is
      recorded in the audit log.`,
    input: Strict({ currentPassword: Type.Optional(TypedPassword), code: Type.Optional(SecondFactorCode) }),
    body: 'json',
    result: Nothing,
    errors: {
      VALIDATION_FAILED: '`currentPassword` is wrong, or not exactly one of both fields is given.',
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
      VALIDATION_FAILED: '`currentPassword` is wrong, or not exactly one of both fields is given.',
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
    description: `For an administrator who has lost the phone and the recovery codes: the password alone is enough for the next
      sign-in. All of their sessions end. The change is recorded in the audit log; without a second factor the request is a no-op.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      ADMIN_NOT_FOUND: 'No administrator has this id.',
      OWN_SECOND_FACTOR: 'The administrator is the caller, who switches it off with `DELETE /admin/api/me/totp`.',
    },
  },
} as const satisfies Record<string, Spec>
