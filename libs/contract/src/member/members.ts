import type { Static } from 'typebox'
import * as Type from 'typebox'
import { termsTypes } from '../catalog/values.ts'
import {
  CalendarDate,
  Email,
  Id,
  Instant,
  Nothing,
  Nullable,
  PersonName,
  Strict,
  TokenPairInput,
  Tokens,
} from '../common.ts'
import type { Spec } from '../operation.ts'
import { genders, providers, socialProviders } from './values.ts'

export const Provider = Type.Enum([...providers])
export type Provider = Static<typeof Provider>
export const SocialProvider = Type.Enum([...socialProviders])
export type SocialProvider = Static<typeof SocialProvider>
export const Gender = Type.Enum([...genders])
export type Gender = Static<typeof Gender>

/** A Korean mobile number as people write it; kept as E.164. */
export const PhoneNumber = Type.String({ minLength: 9, maxLength: 24, examples: ['010-1234-5678'] })
/** Length in characters; the upper bound keeps hashing cheap. */
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
const VerificationToken = Type.String({ minLength: 1, maxLength: 512, description: 'From phoneVerification/check' })
const TermsIds = Type.Array(Id, { maxItems: 20, uniqueItems: true })

const termsReference = {
  type: Type.Enum([...termsTypes]),
  version: Type.Integer(),
  title: Type.String(),
  required: Type.Boolean(),
}
export const Agreement = Type.Object({
  termsId: Id,
  ...termsReference,
  agreedAt: Instant,
  channel: Type.Enum(['join', 'me'], { description: 'Agreed to while joining, or later by POST /api/me/agreements' }),
})
export const TermsToAgree = Type.Object({ id: Id, ...termsReference })

/** A member as they see themselves. */
export const Me = Type.Object({
  id: Id,
  provider: Provider,
  email: Nullable(Type.String()),
  name: Type.String(),
  gender: Gender,
  birthDate: CalendarDate,
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
    input: Strict({
      provider: Provider,
      email: Type.Optional(Email),
      password: Type.Optional(MemberPassword),
      socialToken: Type.Optional(SocialToken),
      nonce: Type.Optional(Nonce),
      authorizationCode: Type.Optional(AuthorizationCode),
      name: PersonName,
      gender: Gender,
      birthDate: CalendarDate,
      verificationToken: VerificationToken,
      agreedTermsIds: TermsIds,
    }),
    result: Type.Object({ member: Me, ...Tokens.properties }),
    status: 201,
    errors: [
      'VERIFICATION_REQUIRED',
      'TERMS_NOT_AGREED',
      'SOCIAL_TOKEN_INVALID',
      'EMAIL_TAKEN',
      'PHONE_TAKEN',
      'SOCIAL_ACCOUNT_TAKEN',
    ],
  },
  loginMember: {
    http: 'POST /api/login',
    access: 'public',
    summary: 'Sign in with email and password',
    input: Strict({ email: Type.String({ minLength: 1, maxLength: 254 }), password: TypedPassword }),
    result: Tokens,
    errors: ['LOGIN_FAILED'],
  },
  loginSocial: {
    http: 'POST /api/socialLogin',
    access: 'public',
    summary: 'Sign in with a provider; an unknown account is MEMBER_NOT_FOUND, and the app goes on to join',
    input: Strict({
      provider: SocialProvider,
      socialToken: SocialToken,
      nonce: Type.Optional(Nonce),
      authorizationCode: Type.Optional(AuthorizationCode),
    }),
    result: Tokens,
    errors: ['SOCIAL_TOKEN_INVALID', 'MEMBER_NOT_FOUND'],
  },
  reissueMember: {
    http: 'POST /api/reissue',
    access: 'public',
    summary: 'Exchange a refresh token for a new pair',
    input: TokenPairInput,
    result: Tokens,
    errors: ['REFRESH_INVALID', 'REFRESH_REUSED'],
  },
  logoutMember: {
    http: 'POST /api/logout',
    access: 'member',
    summary: 'End this session everywhere',
    input: TokenPairInput,
    result: Nothing,
    endsSession: true,
    errors: ['REFRESH_INVALID'],
  },
  resetPassword: {
    http: 'POST /api/password/reset',
    access: 'public',
    summary: 'Set a new password (KINGCAR) after a phone verification; every session ends',
    input: Strict({ verificationToken: VerificationToken, newPassword: MemberPassword }),
    result: Nothing,
    errors: ['VERIFICATION_REQUIRED', 'MEMBER_NOT_FOUND'],
  },
  getMe: {
    http: 'GET /api/me',
    access: 'member',
    summary: 'Yourself',
    input: Strict({}),
    result: Me,
    versioned: true,
  },
  updateMe: {
    http: 'PATCH /api/me',
    access: 'member',
    summary: 'Change your name, your phone (with a verification token) or your password (with the old one)',
    input: Strict({
      name: Type.Optional(PersonName),
      verificationToken: Type.Optional(VerificationToken),
      currentPassword: Type.Optional(TypedPassword),
      newPassword: Type.Optional(MemberPassword),
    }),
    result: Me,
    versioned: true,
    errors: ['VERIFICATION_REQUIRED', 'PHONE_TAKEN'],
  },
  deleteMe: {
    http: 'DELETE /api/me',
    access: 'member',
    summary: 'Leave: personal data is erased, the ledger is kept, social grants are revoked',
    input: Strict({}),
    result: Nothing,
    versioned: true,
    endsSession: true,
  },
  agreeToTerms: {
    http: 'POST /api/me/agreements',
    access: 'member',
    summary: 'Agree to terms in force',
    input: Strict({ agreedTermsIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }) }),
    result: Me,
    errors: ['TERMS_NOT_FOUND'],
  },
  withdrawAgreement: {
    http: 'DELETE /api/me/agreements/{termsId}',
    access: 'member',
    summary: 'Withdraw an agreement to terms that are not required',
    input: Strict({ termsId: Id }),
    result: Nothing,
    errors: ['TERMS_NOT_FOUND', 'TERMS_REQUIRED'],
  },
} as const satisfies Record<string, Spec>
