/** Why a read belongs to no visit. */
export const rejections = ['confidence', 'plate', 'direction'] as const

/** The subprotocol that the live socket speaks; the token travels beside it as `bearer.<accessToken>`. */
export const liveProtocol = 'kingcar.live.v1'
export const liveTokenPrefix = 'bearer.'
/** Close codes of the live socket. */
export const liveClose = { sessionEnded: 4401, tooSlow: 4408 } as const
