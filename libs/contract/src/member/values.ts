/** Providers of an account; KINGCAR means email and password. */
export const providers = ['GOOGLE', 'NAVER', 'KAKAO', 'APPLE', 'KINGCAR'] as const
export const socialProviders = ['GOOGLE', 'NAVER', 'KAKAO', 'APPLE'] as const

export const genders = ['Male', 'Female'] as const

/** Replaces the name of a member who has left. */
export const formerMemberName = '탈퇴한 회원'

/** What a verified phone number is used for. */
export const verificationPurposes = ['join', 'resetPassword', 'changePhone'] as const
export type VerificationPurpose = (typeof verificationPurposes)[number]
/** What codes are sent for: `alertPhone` to an administrator, whose number needs no token. */
export const codePurposes = [...verificationPurposes, 'alertPhone'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** How messages are sent: `talk` is Kakao's AlimTalk, `push` a notification of the app. */
export const channelNames = ['talk', 'sms', 'push', 'mail'] as const
export type ChannelName = (typeof channelNames)[number]

/**
 * What members are notified of: a use, a charge in a week, a payment with its receipt, a renewal that could not be charged, a period
 * that ends in a week, and a refund; of their subscription also a raise of its price, that their consent to the raise is missing a week
 * before it, and that the raise was withdrawn.
 */
export const messageKinds = [
  'used',
  'renewalAhead',
  'charged',
  'paymentFailed',
  'ending',
  'refunded',
  'priceRaise',
  'priceConsent',
  'priceWithdrawn',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** The channels that can be switched: `talk` is sent as SMS where AlimTalk does not arrive. */
export const messageChannels = ['push', 'talk', 'mail'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** What an administrator looks for among members. */
export const memberStatuses = ['subscribed', 'unpaid', 'ending', 'notAgreed'] as const
export type MemberStatus = (typeof memberStatuses)[number]
