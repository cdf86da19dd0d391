import type { Static } from 'typebox'
import * as Type from 'typebox'
import { termsTypes } from '../catalog/values.ts'
import { Email, Id, Instant, Nothing, Nullable, PersonName, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { TokenPairInput, Tokens } from './tokens.ts'
import { genders, providers, socialProviders } from './values.ts'

export const Provider = Type.Enum([...providers])
export type Provider = Static<typeof Provider>
export const SocialProvider = Type.Enum([...socialProviders])
export type SocialProvider = Static<typeof SocialProvider>
export const Gender = Type.Enum([...genders])
export type Gender = Static<typeof Gender>

/** A Korean mobile number in any usual spelling; stored as E.164. */
export const PhoneNumber = Type.String({ minLength: 9, maxLength: 24, examples: ['010-1234-5678'] })
/** Length in characters; the maximum keeps hashing cheap. */
export const MemberPassword = Type.String({ minLength: 8, maxLength: 128 })
const TypedPassword = Type.String({ minLength: 1, maxLength: 1024 })
const SocialToken = Type.String({
  minLength: 1,
  maxLength: 8192,
  description: 'ID token, or access token (KAKAO, NAVER)',
})
const Nonce = Type.String({ minLength: 1, maxLength: 512 })
const AuthorizationCode = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'APPLE: the code that came with the ID token; with it the grant is revoked when the member leaves',
})
const exampleVerification = 'dGhlIHByb29mIG9mIGEgcGhvbmUgbnVtYmVy'
const VerificationToken = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'From phoneVerification/check',
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
  channel: Type.Enum(['join', 'me'], { description: 'Agreed to while joining, or later by POST /api/me/agreements' }),
})
export const TermsToAgree = Type.Object({ id: Id, ...termsReference })

/** The profile for the member. */
export const Me = Type.Object({
  id: Id,
  provider: Provider,
  email: Nullable(Type.String()),
  name: Type.String({ examples: ['김민지'] }),
  gender: Gender,
  birthDate: BirthDate,
  phoneNumber: Type.String({ description: 'E.164', examples: ['+821012345678'] }),
  createdAt: Instant,
  agreements: Type.Array(Agreement),
  termsToAgree: Type.Array(TermsToAgree, { description: 'Required, in force, and not agreed to yet' }),
})
export type Me = Static<typeof Me>

export const memberOperations = {
  joinMember: {
    http: 'POST /api/join',
    access: 'public',
    summary: 'Join with an email and a password (KINGCAR), or with a social token (the other providers)',
    description: `Makes a member of a verified phone number and signs them in. KINGCAR takes \`email\` and \`password\`,
      the others \`socialToken\` with what belongs to it; a field of the other way is refused. Members are at least 14
      years old, and agree to all required terms in force (\`GET /api/terms\` for each type). The verification token is
      used up where joining succeeds, and is good for another try where it does not; \`Idempotency-Key\` is not read.`,
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
        '`verificationToken` is wrong, used, older than 15 minutes, or was given for another provider.',
      TERMS_NOT_AGREED: '`agreedTermsIds` lacks a required version that is in force now.',
      SOCIAL_TOKEN_INVALID: "The provider's token is forged, expired, of another app, or has another `nonce`.",
      EMAIL_TAKEN: 'KINGCAR: a member has this email, in upper or lower case.',
      PHONE_TAKEN: 'A member has this number, from whichever provider.',
      SOCIAL_ACCOUNT_TAKEN: 'The account at the provider has joined before: sign in instead.',
      VALIDATION_FAILED:
        "A field belongs to another provider, the password is easily guessed (refused in production unless configured otherwise), the date of birth is no member's, or `agreedTermsIds` names terms that are not in force.",
      RATE_LIMITED:
        'The verified number was told ten times within an hour that an email is taken, or a hundred social tokens from this network were refused within 15 minutes.',
    },
  },
  loginMember: {
    http: 'POST /api/login',
    access: 'public',
    summary: 'Sign in with email and password',
    description: `Members of KINGCAR only: whoever joined by a provider signs in with \`POST /api/socialLogin\`. Gives
      the tokens of a new session, which lasts for 30 days after its last renewal unless configured otherwise; other
      sessions go on. A success forgets the failures of this account from this network.`,
    input: Strict({ email: Type.String({ minLength: 1, maxLength: 254 }), password: TypedPassword }),
    result: Tokens,
    errors: {
      LOGIN_FAILED: 'No member has this email, or the password is wrong: the same answer after the same time.',
      RATE_LIMITED:
        'Within 15 minutes ten sign-ins of this email failed from this network, a hundred from this network, or a hundred of this email from everywhere: a right password waits, too.',
    },
  },
  loginSocial: {
    http: 'POST /api/socialLogin',
    access: 'public',
    summary: 'Sign in with a provider; an unknown account is MEMBER_NOT_FOUND, and the app goes on to join',
    description: `GOOGLE and APPLE take an ID token, KAKAO an ID token or an access token, NAVER an access token;
      \`nonce\` is compared as it is and as its SHA-256, and goes with ID tokens only. An ID token signs in once. One that
      finds no member is not used up: \`POST /api/join\` takes it next. With APPLE send \`authorizationCode\`, too, so that
      the grant can be revoked when the member leaves.`,
    input: Strict({
      provider: SocialProvider,
      socialToken: SocialToken,
      nonce: Type.Optional(Nonce),
      authorizationCode: Type.Optional(AuthorizationCode),
    }),
    result: Tokens,
    errors: {
      SOCIAL_TOKEN_INVALID:
        'The token is forged, expired, of another app, has another `nonce`, or is an ID token that has signed in before.',
      MEMBER_NOT_FOUND: 'The token is good, and nobody has joined with this account: go on to `POST /api/join`.',
      RATE_LIMITED: 'A hundred social tokens from this network were refused within 15 minutes.',
      UNAVAILABLE: 'The provider does not answer within a second, or too many wait for it.',
    },
  },
  reissueMember: {
    http: 'POST /api/reissue',
    access: 'public',
    summary: 'Exchange a refresh token for a new pair',
    description: `Both tokens have to be of the same session of a member; the access token may have expired. The
      refresh token is good once: the one before gives the same new pair for 30 seconds, or for as long as nobody has
      used that pair, so that an answer that was lost is asked for again.`,
    input: TokenPairInput,
    result: Tokens,
    errors: {
      REFRESH_INVALID:
        'A token is not ours, the two are of different sessions, or the session has ended or was not renewed in time.',
      REFRESH_REUSED:
        'A refresh token was shown that has been exchanged before; somebody may have a copy, so the session has ended now.',
    },
  },
  logoutMember: {
    http: 'POST /api/logout',
    access: 'member',
    summary: 'End this session everywhere',
    description: `Ends the session of the bearer token: its tokens are good at no gateway any more. Other sessions of
      the member go on. Both tokens in the body have to be of that session, of whichever renewal.`,
    input: TokenPairInput,
    result: Nothing,
    endsSession: true,
    errors: {
      REFRESH_INVALID: 'One of the tokens in the body is not of the session of the bearer token.',
    },
  },
  resetPassword: {
    http: 'POST /api/password/reset',
    access: 'public',
    summary: 'Set a new password (KINGCAR) after a phone verification; every session ends',
    description: `For members of KINGCAR who verified their phone with \`provider\` KINGCAR. Every session of the member
      ends, failed sign-ins are forgiven, and the verification token is used up.`,
    input: Strict({ verificationToken: VerificationToken, newPassword: MemberPassword }),
    result: Nothing,
    errors: {
      VERIFICATION_REQUIRED: '`verificationToken` is wrong, used, older than 15 minutes, or was not given for KINGCAR.',
      MEMBER_NOT_FOUND: 'No member of KINGCAR has the verified number.',
      VALIDATION_FAILED: '`newPassword` is easily guessed (refused in production unless configured otherwise).',
    },
  },
  getMe: {
    http: 'GET /api/me',
    access: 'member',
    summary: 'Yourself',
    description: `What the product knows of the member who calls, with the agreements that stand and the required terms
      in force that are still to be agreed to. The \`ETag\` changes with any of it, also when terms come into force.`,
    input: Strict({}),
    result: Me,
    versioned: true,
  },
  updateMe: {
    http: 'PATCH /api/me',
    access: 'member',
    summary: 'Change your name, your phone (with a verification token) or your password (with the old one)',
    description: `Changes what is named and leaves the rest. A new phone number is that of \`verificationToken\`, which
      is used up; a new password needs \`currentPassword\`, and ends every other session of the member. A new name is
      shown on live screens within a second.`,
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
        "`verificationToken` is wrong, used, older than 15 minutes, or was given for another provider than the member's.",
      PHONE_TAKEN: 'Another member has the verified number.',
      VALIDATION_FAILED:
        'One of `currentPassword` and `newPassword` is missing or wrong, the new one is easily guessed (refused in production unless configured otherwise), or the member of a provider has no password.',
      RATE_LIMITED: 'Ten wrong passwords were given for this account within 15 minutes.',
    },
  },
  deleteMe: {
    http: 'DELETE /api/me',
    access: 'member',
    summary: 'Leave: personal data is erased, the ledger is kept, social grants are revoked',
    description: `Erases name, email, phone, date of birth, cars and cards, ends every session, stops renewals and
      cancels unpaid orders; past visits show a guest. Payments and what was agreed to stay, and name nobody. The grant
      at the sign-in provider is revoked afterwards. Nothing of it can be taken back.`,
    input: Strict({}),
    result: Nothing,
    versioned: true,
    endsSession: true,
  },
  agreeToTerms: {
    http: 'POST /api/me/agreements',
    access: 'member',
    summary: 'Agree to terms in force',
    description: `All of the named versions or none; one that stands already stays as it is, so that it may be sent
      again. Answers the member with what is still to be agreed to.`,
    input: Strict({ agreedTermsIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }) }),
    result: Me,
    errors: {
      TERMS_NOT_FOUND: 'One of the ids is of no terms, or of a version that is not in force.',
    },
  },
  withdrawAgreement: {
    http: 'DELETE /api/me/agreements/{termsId}',
    resource: 'agreement',
    access: 'member',
    summary: 'Withdraw an agreement to terms that are not required',
    description: 'The agreement stands no more; that it stood, and until when, is kept.',
    input: Strict({ termsId: Id }),
    result: Nothing,
    errors: {
      TERMS_NOT_FOUND: 'The member has no agreement to these terms that stands.',
      TERMS_REQUIRED: 'The terms are required: only leaving ends this agreement.',
    },
  },
} as const satisfies Record<string, Spec>
