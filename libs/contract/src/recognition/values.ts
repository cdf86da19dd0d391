/** Why a read belongs to no visit. */
export const rejectionReasons = ['confidence', 'plate', 'direction'] as const

/** Whose a visit was. */
export const visitKinds = ['member', 'guest'] as const
export type VisitKind = (typeof visitKinds)[number]

/** The subprotocol that the live socket speaks; the token travels beside it as `bearer.<accessToken>`. */
export const liveProtocol = 'kingcar.live.v1'
export const liveTokenPrefix = 'bearer.'
/** Close codes of the live socket; those below 4000 are the protocol's own (RFC 6455, and 1012 of IANA's registry). */
export const liveClose = { flood: 1008, restarting: 1012, sessionEnded: 4401, tooSlow: 4408 } as const
