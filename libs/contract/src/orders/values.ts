/**
 * Why the renewal of a subscription is not paid. `bankUnavailable` is temporary; the other reasons need an action of
 * the member.
 */
export const dunningReasons = ['noCard', 'cardExpired', 'limitExceeded', 'declined', 'bankUnavailable'] as const

export const userProductStates = ['Available', 'Unavailable', 'Cancel', 'Complete'] as const

/** Whether a user product renews, as a filter of lists. */
export const renewalStates = ['planned', 'unpaid', 'none'] as const

/** A raise needs the consent of each member; a lower price does not. */
export const priceChangeKinds = ['raise', 'lower'] as const

/** What a member answers to a raise. */
export const priceAnswerKinds = ['accepted', 'declined'] as const

/** A filter of lists; `open` means without an answer. */
export const priceConsentStates = ['open', ...priceAnswerKinds] as const
