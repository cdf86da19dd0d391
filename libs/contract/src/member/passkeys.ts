import * as Type from 'typebox'
import { Id, Nothing, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { TypedPassword } from './passwords.ts'
import { mostPasskeys, Passkey, RecoveryCodes } from './second-factors.ts'
import { Tokens } from './tokens.ts'

/** Minutes in which a browser has to use the challenge of a passkey. */
export const passkeyMinutes = 5

/** Bytes as WebAuthn writes them in JSON. */
const Base64Url = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description, examples: [example] })

const credentialIdExample = 'pHJ0J4rxNBZ1b8lZ6wPMSg'
const CredentialId = Base64Url(1_364, '`id` of the credential', credentialIdExample)
const ClientData = Base64Url(
  8_192,
  '`response.clientDataJSON` of the credential',
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiIn0',
)
const Challenge = Type.String({ examples: ['5sW1Ldo9L8gqTzKx2Y0b3vJrUe7hPn4cQmXaZiFkVtE'] })
const RpId = Type.String({ description: 'Host of `CONSOLE_URL`', examples: ['admin.example.com'] })
const Timeout = Type.Integer({ description: 'Milliseconds', examples: [passkeyMinutes * 60_000] })
const isPublicKey = Type.Literal('public-key')
const isRequired = Type.Literal('required')

export const NewPasskeyOptions = Type.Object(
  {
    challenge: Challenge,
    rp: Type.Object({ id: RpId, name: Type.String({ examples: ['KingCar'] }) }),
    user: Type.Object({
      id: Type.String({ examples: ['MDE5YWEwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAx'] }),
      name: Type.String({ examples: ['manager@kingcar.test'] }),
      displayName: Type.String({ examples: ['박관리'] }),
    }),
    pubKeyCredParams: Type.Array(Type.Object({ type: isPublicKey, alg: Type.Integer({ examples: [-7] }) })),
    excludeCredentials: Type.Array(
      Type.Object({ type: isPublicKey, id: Type.String({ examples: [credentialIdExample] }) }),
    ),
    authenticatorSelection: Type.Object({ residentKey: isRequired, userVerification: isRequired }),
    timeout: Timeout,
  },
  { description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` of a browser' },
)
export type NewPasskeyOptions = Typed<typeof NewPasskeyOptions>

export const PasskeyLoginOptions = Type.Object(
  { challenge: Challenge, rpId: RpId, userVerification: isRequired, timeout: Timeout },
  { description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON` of a browser' },
)
export type PasskeyLoginOptions = Typed<typeof PasskeyLoginOptions>

const noPasskey = 'Your account has no passkey with this id.'
const notConfigured = '`CONSOLE_URL` is missing, or its host is an IP address, for which browsers make no passkey.'
const challengeReason = `The challenge was not made for this account, was used before, or is older than ${passkeyMinutes} minutes: begin again.`
const originReason = 'The browser used the passkey on a page of another origin than `CONSOLE_URL`.'

export const passkeyOperations = {
  beginPasskey: {
    http: 'POST /admin/api/me/passkeys',
    audits: null,
    access: 'admin',
    permission: 'account',
    scope: 'none',
    freshSignIn: 'always',
    summary: 'Begin to add a passkey',
    description: `Returns what the browser needs to make a passkey, with a challenge that works once, for ${passkeyMinutes} minutes.
      A wrong \`currentPassword\` fails with \`VALIDATION_FAILED\` and counts as a failed attempt.`,
    input: Strict({ currentPassword: TypedPassword }),
    result: NewPasskeyOptions,
    errors: {
      VALIDATION_FAILED: '`currentPassword` is wrong.',
      PASSKEYS_UNAVAILABLE: notConfigured,
      PASSKEY_LIMIT: `The account has ${mostPasskeys} passkeys.`,
      RATE_LIMITED: 'Ten wrong passwords or codes were sent for this account within 15 minutes.',
    },
  },
  confirmPasskey: {
    http: 'POST /admin/api/me/passkeys/confirm',
    audits: '패스키 추가',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'Add the passkey that the browser made',
    description: `The passkey is a second factor, and signs in without a password. From now on a sign-in by password needs a code or
      the passkey. Your other sessions end. The change is recorded in the audit log.`,
    input: Strict({
      name: Passkey.properties.name,
      credentialId: CredentialId,
      clientDataJSON: ClientData,
      attestationObject: Base64Url(
        16_384,
        '`response.attestationObject` of the credential',
        'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
      ),
    }),
    result: RecoveryCodes,
    errors: {
      PASSKEY_CHALLENGE_INVALID: challengeReason,
      PASSKEY_ORIGIN_INVALID: originReason,
      PASSKEY_INVALID: 'The passkey is not one that the challenge asked for, or did not verify its user.',
      PASSKEY_EXISTS: 'The passkey was added before.',
      PASSKEY_LIMIT: `The account has ${mostPasskeys} passkeys.`,
      PASSKEYS_UNAVAILABLE: notConfigured,
    },
  },
  updatePasskey: {
    http: 'PATCH /admin/api/me/passkeys/{id}',
    resource: 'passkey',
    audits: '패스키 이름 변경',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'Rename one of your own passkeys',
    description: `The name is shown to you alone, and has no effect on sign-ins. The change is recorded in the audit log. A request
      that changes nothing is a no-op.`,
    input: Strict({ id: Id, name: Passkey.properties.name }),
    result: Passkey,
    errors: { PASSKEY_NOT_FOUND: noPasskey },
  },
  deletePasskey: {
    http: 'DELETE /admin/api/me/passkeys/{id}',
    resource: 'passkey',
    audits: '패스키 삭제',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    freshSignIn: 'always',
    summary: 'Delete one of your own passkeys',
    description: `Without an authenticator app or another passkey the second factor is off afterwards, and the recovery codes are
      deleted. Your other sessions end. The change is recorded in the audit log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: { PASSKEY_NOT_FOUND: noPasskey },
  },
  beginPasskeyLogin: {
    http: 'POST /admin/api/login/passkey',
    audits: null,
    access: 'public',
    summary: 'Begin to sign in with a passkey',
    description: `Returns what the browser needs for its user to choose a passkey, with a challenge that works once,
      for ${passkeyMinutes} minutes.`,
    input: Strict({}),
    result: PasskeyLoginOptions,
    errors: {
      PASSKEYS_UNAVAILABLE: notConfigured,
      RATE_LIMITED: 'A hundred sign-ins with a passkey were begun from this network within 15 minutes.',
    },
  },
  loginByPasskey: {
    http: 'POST /admin/api/login/passkey/confirm',
    audits: null,
    access: 'public',
    summary: 'Sign in with a passkey',
    description: `Returns the tokens of a session, as \`POST /admin/api/login\` does. No password and no code are needed: the device
      has verified its user.`,
    input: Strict({
      credentialId: CredentialId,
      clientDataJSON: ClientData,
      authenticatorData: Base64Url(
        8_192,
        '`response.authenticatorData` of the credential',
        'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
      ),
      signature: Base64Url(
        2_048,
        '`response.signature` of the credential',
        'MEUCIQDx1yYv3LrD0C1sKJ3nYx5wB8m2Jt6oVbQe9ZzKcHfWqAIgRr',
      ),
      userHandle: Base64Url(
        128,
        '`response.userHandle` of the credential',
        'MDE5YWEwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAx',
      ),
    }),
    result: Tokens,
    errors: {
      PASSKEY_CHALLENGE_INVALID: challengeReason,
      PASSKEY_ORIGIN_INVALID: originReason,
      PASSKEY_NOT_FOUND: 'No enabled administrator has this passkey.',
      PASSKEY_INVALID: 'The signature is wrong, or the device did not verify its user.',
      PASSKEY_COPIED: 'The signature counter of the passkey went back, so that a copy of it may exist.',
      PASSKEYS_UNAVAILABLE: notConfigured,
    },
  },
} as const satisfies Record<string, Spec>
