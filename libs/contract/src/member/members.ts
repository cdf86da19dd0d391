import type { Static } from 'typebox'
import * as Type from 'typebox'
import { termsTypes } from '../catalog/values.ts'
import { Email, Id, Instant, Nothing, Nullable, PersonName, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { TypedPassword } from './passwords.ts'
import { TokenPairInput, Tokens } from './tokens.ts'
import { genders, providers, socialProviders } from './values.ts'

export const Provider = Type.Enum([...providers])
export type Provider = Static<typeof Provider>
export const SocialProvider = Type.Enum([...socialProviders])
export type SocialProvider = Static<typeof SocialProvider>
export const Gender = Type.Enum([...genders])
export type Gender = Static<typeof Gender>

/** A Korean mobile number in any usual notation; stored as E.164. */
export const PhoneNumber = Type.String({ minLength: 9, maxLength: 24, examples: ['010-1234-5678'] })
/** Length in characters; the maximum keeps hashing cheap. */
export const MemberPassword = Type.String({ minLength: 8, maxLength: 128 })
const SocialToken = Type.String({
  minLength: 1,
  maxLength: 8192,
  description: 'ID token, or access token (KAKAO, NAVER)',
})
const Nonce = Type.String({ minLength: 1, maxLength: 512 })
const AuthorizationCode = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'APPLE: the code that came with the ID token; needed to revoke the grant when the member leaves',
})
const exampleVerification = 'dGhlIHByb29mIG9mIGEgcGhvbmUgbnVtYmVy'
const VerificationToken = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'From POST /api/phoneVerification/check',
  examples: [exampleVerification],
})
const BirthDate = Type.String({ format: 'date', description: 'YYYY-MM-DD', examples: ['1995-03-01'] })
const TermsIds = Type.Array(Id, { maxItems: 20, uniqueItems: true })

const termsReference = {
  type: Type.Enum([...termsTypes]),
  version: Type.Integer(),
  title: Type.String({ examples: ['서비스 이용약관'] }),
  required: Type.Boolean(),
}
export const Agreement = Type.Object({
  termsId: Id,
  ...termsReference,
  agreedAt: Instant,
  channel: Type.Enum(['join', 'me'], {
    description: 'Whether the member agreed while joining or later by POST /api/me/agreements',
  }),
})
export const TermsToAgree = Type.Object({ id: Id, ...termsReference })

export const MemberPhone = Nullable(
  Type.String({
    description:
      'E.164. Null if the number was released because it has a new owner: the app asks the member for a new one (`PATCH /api/me`).',
    examples: ['+821012345678'],
  }),
)

/** A member's own profile. */
export const Me = Type.Object({
  id: Id,
  provider: Provider,
  email: Nullable(Type.String()),
  name: Type.String({ examples: ['김민지'] }),
  gender: Gender,
  birthDate: BirthDate,
  phoneNumber: MemberPhone,
  createdAt: Instant,
  agreements: Type.Array(Agreement),
  termsToAgree: Type.Array(TermsToAgree, {
    description: 'Required terms in force that the member has not agreed to yet',
  }),
})
export type Me = Static<typeof Me>

export const memberOperations = {
  joinMember: {
    http: 'POST /api/join',
    access: 'public',
    summary: 'Join with an email and a password (KINGCAR), or with a social token (the other providers)',
    description: `Creates a member with a verified phone number and signs them in. KINGCAR takes \`email\` and
      \`password\`; the other providers take \`socialToken\`, \`nonce\` and \`authorizationCode\`; fields of the other
      kind are rejected. Members must be at least 14 years old and agree to all required terms in force (\`GET
      /api/terms\` for each type); a number that another member verified more than 90 days ago is taken from that
      member, who has no number until they verify another, and whose sessions end. The verification token is used up only if
      joining succeeds; \`Idempotency-Key\` is ignored.`,
    input: Strict(
      {
        provider: Provider,
        email: Type.Optional(Email),
        password: Type.Optional(MemberPassword),
        socialToken: Type.Optional(SocialToken),
        nonce: Type.Optional(Nonce),
        authorizationCode: Type.Optional(AuthorizationCode),
        name: PersonName,
        gender: Gender,
        birthDate: BirthDate,
        verificationToken: VerificationToken,
        agreedTermsIds: TermsIds,
      },
      {
        provider: 'KINGCAR',
        email: 'minji@kingcar.test',
        password: 'correct horse battery',
        name: '김민지',
        gender: 'Female',
        birthDate: '1995-03-01',
        verificationToken: exampleVerification,
        agreedTermsIds: ['0199a0c5-3c80-7000-8000-000000000001'],
      },
    ),
    result: Type.Object({ member: Me, ...Tokens.properties }),
    status: 201,
    errors: {
      VERIFICATION_REQUIRED:
        '`verificationToken` is wrong, used, ended, older than 15 minutes, or was issued for another provider or purpose.',
      TERMS_NOT_AGREED: '`agreedTermsIds` lacks a required version that is in force.',
      SOCIAL_TOKEN_INVALID:
        "The provider's token is forged, expired, issued for another app, has another `nonce`, or is an ID token that has signed in or joined before.",
      EMAIL_TAKEN: 'KINGCAR: a member has this email, in upper or lower case.',
      PHONE_TAKEN:
        'A member of any provider verified this number within the last 90 days. An administrator can release it (`POST /admin/api/members/{id}/releasePhone`).',
      SOCIAL_ACCOUNT_TAKEN: 'The social account has joined before: sign in instead.',
      VALIDATION_FAILED:
        'A field belongs to another provider, `password` is easy to guess (rejected in production unless configured otherwise), `birthDate` is implausible or makes the member younger than 14, or `agreedTermsIds` names terms that are not in force.',
      RATE_LIMITED:
        'Joining with the verified number failed with `EMAIL_TAKEN` ten times within an hour, or 100 social tokens from this network were rejected within 15 minutes.',
    },
  },
  loginMember: {
    http: 'POST /api/login',
    access: 'public',
    summary: 'Sign in with email and password',
    description: `For members of KINGCAR; members of other providers use \`POST /api/socialLogin\`. Returns the tokens
      of a new session, which ends 30 days after its last renewal unless configured otherwise; other sessions
      continue. A success resets the failed attempts for this account from this network.`,
    input: Strict({ email: Type.String({ minLength: 1, maxLength: 254 }), password: TypedPassword }),
    result: Tokens,
    errors: {
      LOGIN_FAILED: 'No member has this email, or the password is wrong; response and response time are the same.',
      RATE_LIMITED:
        'Within 15 minutes ten sign-ins failed for this email from this network, 100 from this network, or 100 for this email from all networks; a correct password is rejected too.',
    },
  },
  loginSocial: {
    http: 'POST /api/socialLogin',
    access: 'public',
    summary: 'Sign in with a provider; on MEMBER_NOT_FOUND the app continues with joining',
    description: `GOOGLE and APPLE take an ID token, KAKAO an ID token or an access token, NAVER an access token;
      \`nonce\` goes with ID tokens only and is compared as it is and as its SHA-256. An ID token can sign in once. If
      it matches no member it is not used up: pass it to \`POST /api/join\`. With APPLE also send
      \`authorizationCode\`, which is needed to revoke the grant when the member leaves.`,
    input: Strict({
      provider: SocialProvider,
      socialToken: SocialToken,
      nonce: Type.Optional(Nonce),
      authorizationCode: Type.Optional(AuthorizationCode),
    }),
    result: Tokens,
    errors: {
      SOCIAL_TOKEN_INVALID:
        'The token is forged, expired, issued for another app, has another `nonce`, or is an ID token that has signed in or joined before.',
      MEMBER_NOT_FOUND:
        'The token is valid, but no member has joined with this account: continue with `POST /api/join`.',
      RATE_LIMITED: 'Within 15 minutes 100 social tokens from this network were rejected.',
      UNAVAILABLE: 'The provider does not respond within one second, or too many requests are waiting for it.',
    },
  },
  reissueMember: {
    http: 'POST /api/reissue',
    access: 'public',
    summary: 'Exchange a refresh token for a new token pair',
    description: `Both tokens must belong to the same session of a member; the access token may have expired. A
      refresh token can be exchanged once. After a lost response the previous refresh token returns the same new pair:
      for 30 seconds, and after that for as long as the new pair is not used.`,
    input: TokenPairInput,
    result: Tokens,
    errors: {
      REFRESH_INVALID:
        'A token was not issued by KingCar, the two belong to different sessions, or the session has ended or expired.',
      REFRESH_REUSED: 'The refresh token was exchanged before and may have been copied, so the session has been ended.',
    },
  },
  logoutMember: {
    http: 'POST /api/logout',
    access: 'member',
    summary: 'End the current session',
    description: `The tokens of the session become invalid at every gateway; other sessions of the member continue.
      Both tokens in the body must belong to the session of the bearer token; they may be from an earlier renewal. The
      access token may have expired.`,
    input: TokenPairInput,
    result: Nothing,
    endsSession: true,
    acceptsExpiredToken: true,
    errors: {
      REFRESH_INVALID: 'A token in the body does not belong to the session of the bearer token.',
    },
  },
  resetPassword: {
    http: 'POST /api/password/reset',
    access: 'public',
    summary: 'Set a new password (KINGCAR) after a phone verification; all sessions end',
    description: `For members of KINGCAR whose phone was verified with \`provider\` KINGCAR. The number may have a new
      owner, so the account's email is required too. All sessions of the
      member end, failed sign-ins are reset, and the verification token is used up.`,
    input: Strict({ email: Email, verificationToken: VerificationToken, newPassword: MemberPassword }),
    result: Nothing,
    errors: {
      VERIFICATION_REQUIRED:
        '`verificationToken` is wrong, used, ended, older than 15 minutes, was not issued for KINGCAR, or was issued for another purpose.',
      MEMBER_NOT_FOUND: 'No member of KINGCAR has the verified number and this email.',
      RATE_LIMITED: 'Ten wrong emails were sent for the verified number within an hour.',
      VALIDATION_FAILED: '`newPassword` is easy to guess (rejected in production unless configured otherwise).',
    },
  },
  getMe: {
    http: 'GET /api/me',
    access: 'member',
    summary: 'Get your own profile',
    description: `Includes the current agreements and the required terms in force that are not agreed to yet. The
      \`ETag\` changes with any of the returned fields, also when terms come into force.`,
    input: Strict({}),
    result: Me,
    versioned: true,
  },
  updateMe: {
    http: 'PATCH /api/me',
    access: 'member',
    summary: 'Change your name, your phone number (with a verification token) or your password (with the current one)',
    description: `Fields that are absent keep their value. The new phone number is that of \`verificationToken\`,
      which is used up; if another member verified it more than 90 days ago, that member loses it. A new password needs \`currentPassword\` and ends every other session of the member. Live
      screens show a new name within one second.`,
    input: Strict(
      {
        name: Type.Optional(PersonName),
        verificationToken: Type.Optional(VerificationToken),
        currentPassword: Type.Optional(TypedPassword),
        newPassword: Type.Optional(MemberPassword),
      },
      { name: '김서연', verificationToken: exampleVerification },
    ),
    result: Me,
    versioned: true,
    errors: {
      VERIFICATION_REQUIRED:
        '`verificationToken` is wrong, used, ended, older than 15 minutes, or was issued for another purpose or a provider other than that of the member.',
      PHONE_TAKEN:
        'Another member verified this number within the last 90 days. An administrator can release it (`POST /admin/api/members/{id}/releasePhone`).',
      VALIDATION_FAILED:
        'One of `currentPassword` and `newPassword` is missing, the current one is wrong, the new one is easy to guess (rejected in production unless configured otherwise), or the member signs in with a provider and has no password.',
      RATE_LIMITED: 'Ten wrong passwords were sent for this account within 15 minutes.',
    },
  },
  deleteMe: {
    http: 'DELETE /api/me',
    access: 'member',
    summary: 'Leave: personal data is erased, payment records are kept, social grants are revoked',
    description: `Erases name, email, phone number, date of birth, cars and cards, ends all sessions, stops renewals
      and cancels unpaid orders; past visits show a guest. Payments and agreements are kept without personal data. The
      grant at the sign-in provider is revoked afterwards; this cannot be undone. A member who would lose products or
      orders confirms with \`{"confirm": true}\` in the body, which is optional otherwise.`,
    input: Strict({ confirm: Type.Optional(Type.Boolean()) }),
    body: 'json',
    result: Nothing,
    versioned: true,
    endsSession: true,
    errors: {
      LEAVE_NEEDS_CONFIRMATION:
        'Without `confirm`: `details` lists what leaving ends, at most 100 of each kind, as `subscriptions.{id}` (live, or waiting for a payment), `products.{id}` (not used up) and `orders.{id}` (waiting for a deposit, or paid without a product yet), with their names. A purchase of the last seconds may be missing.',
    },
  },
  agreeToTerms: {
    http: 'POST /api/me/agreements',
    access: 'member',
    summary: 'Agree to terms in force',
    description: `Accepts all given versions or none; a current agreement stays unchanged, so that the request can be
      repeated. Returns the member with the terms that are not agreed to yet.`,
    input: Strict({ agreedTermsIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }) }),
    result: Me,
    errors: {
      TERMS_NOT_FOUND: 'One of the ids belongs to no terms or to a version that is not in force.',
    },
  },
  withdrawAgreement: {
    http: 'DELETE /api/me/agreements/{termsId}',
    resource: 'agreement',
    access: 'member',
    summary: 'Withdraw an agreement to optional terms',
    description: 'The agreement is withdrawn; a record of it and of its withdrawal is kept.',
    input: Strict({ termsId: Id }),
    result: Nothing,
    errors: {
      TERMS_NOT_FOUND: 'The member has no current agreement to these terms.',
      TERMS_REQUIRED: 'The terms are required: this agreement ends only when the member leaves.',
    },
  },
} as const satisfies Record<string, Spec>
