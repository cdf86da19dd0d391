/** Providers of an account; KINGCAR means email and password. */
export const providers = ['GOOGLE', 'NAVER', 'KAKAO', 'APPLE', 'KINGCAR'] as const
export const socialProviders = ['GOOGLE', 'NAVER', 'KAKAO', 'APPLE'] as const

export const genders = ['Male', 'Female'] as const

/** Replaces the name of a member who has left. */
export const formerMemberName = '탈퇴한 회원'

/** What a verified phone number is used for. */
export const verificationPurposes = ['join', 'resetPassword', 'changePhone'] as const
export type VerificationPurpose = (typeof verificationPurposes)[number]
/** What a code is sent for: `alertPhone` is for an administrator, who needs no token for the number. */
export const codePurposes = [...verificationPurposes, 'alertPhone'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** How messages are sent: `talk` is Kakao's AlimTalk, `push` a notification of the app. */
export const channelNames = ['talk', 'sms', 'push', 'mail'] as const
export type ChannelName = (typeof channelNames)[number]

/**
 * The kinds of notifications to members: a use, a charge that is due in a week, a payment with its receipt, a failed
 * renewal, a period that ends in a week, and a refund. For a raise of the price of a subscription: the raise, the
 * consent still missing a week before it, and its withdrawal.
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

/**
 * The channels that an administrator or a member can switch; `talk` is sent as SMS if the AlimTalk message does not
 * arrive.
 */
export const messageChannels = ['push', 'talk', 'mail'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** What an administrator looks for among members. */
export const memberStatuses = ['subscribed', 'unpaid', 'ending', 'notAgreed'] as const
export type MemberStatus = (typeof memberStatuses)[number]
