/** Where an account comes from; KINGCAR is email and password. */
export const providers = ['GOOGLE', 'NAVER', 'KAKAO', 'APPLE', 'KINGCAR'] as const
export const socialProviders = ['GOOGLE', 'NAVER', 'KAKAO', 'APPLE'] as const

export const genders = ['Male', 'Female'] as const

/** What stands for the name of a member who has left. */
export const formerMemberName = '탈퇴한 회원'
