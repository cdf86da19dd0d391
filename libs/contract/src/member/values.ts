/** Providers of an account; KINGCAR means email and password. */
export const providers = ['GOOGLE', 'NAVER', 'KAKAO', 'APPLE', 'KINGCAR'] as const
export const socialProviders = ['GOOGLE', 'NAVER', 'KAKAO', 'APPLE'] as const

export const genders = ['Male', 'Female'] as const

/** Replaces the name of a member who has left. */
export const formerMemberName = '탈퇴한 회원'

/** What a verified phone number is used for. */
export const verificationPurposes = ['join', 'resetPassword', 'changePhone'] as const
export type VerificationPurpose = (typeof verificationPurposes)[number]
