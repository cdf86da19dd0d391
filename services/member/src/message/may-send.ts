import { seoulDate } from '@kingcar/contract'

/**
 * Hours in Asia/Seoul in which an advertisement may be sent; at other hours the law requires a separate agreement
 * (정보통신망법 §50(3)).
 */
const adsFrom = 8
const adsUntil = 21
/** An older event is not worth a message any more. */
export const longestAgeMs = 24 * 60 * 60 * 1_000

export type Situation = {
  advertising: boolean
  /** Whether the member agrees to the terms of the type MARKETING. */
  agreesToMarketing: boolean
  /** Whether neither the owner nor the member has switched this kind off on this channel. */
  switchedOn: boolean
  /** Whether the event is still true. */
  holds: boolean
  happenedAt: Date
  now: Date
}

/** Why a message was not sent. */
export const dropReasons = ['late', 'outdated', 'switchedOff', 'noConsent', 'noRecipient', 'tooMany', 'gone'] as const
export type DropReason = (typeof dropReasons)[number]

/**
 * Whether a message may be sent now, only after a time, or never. Every message is checked here right before it is
 * sent.
 */
export function maySend(situation: Situation): 'now' | { notBefore: Date } | { drop: DropReason } {
  const { advertising, agreesToMarketing, switchedOn, holds, happenedAt, now } = situation
  if (now.getTime() - happenedAt.getTime() > longestAgeMs) return { drop: 'late' }
  if (!holds) return { drop: 'outdated' }
  if (!switchedOn) return { drop: 'switchedOff' }
  if (!advertising) return 'now'
  if (!agreesToMarketing) return { drop: 'noConsent' }
  const hour = (now.getUTCHours() + 9) % 24
  if (hour >= adsFrom && hour < adsUntil) return 'now'
  const day = hour < adsFrom ? now : new Date(now.getTime() + longestAgeMs)
  return { notBefore: new Date(`${seoulDate(day)}T0${adsFrom}:00:00+09:00`) }
}
