/** Why a read was not assigned to a visit. */
export const rejectionReasons = ['confidence', 'plate', 'direction'] as const

/** Whether an administrator has decided about a read, and how. */
export const reviewStates = ['open', 'accepted', 'dismissed'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Why a read awaits a decision. */
export const reviewReasons = ['lowConfidence', 'notAPlate', 'doubtful', 'suggested'] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** Whether a rehearsal is running, and how it ended. */
export const rehearsalStates = ['running', 'done', 'cancelled', 'failed'] as const
export type RehearsalState = (typeof rehearsalStates)[number]

/** Why a rehearsal has no result. */
export const rehearsalFailures = ['interrupted', 'tooLong', 'tooManyReads', 'internal'] as const
export type RehearsalFailure = (typeof rehearsalFailures)[number]

/** What a camera sees: cars that arrive, cars that leave, or both. */
export const deviceRoles = ['entry', 'exit', 'both'] as const
export type DeviceRole = (typeof deviceRoles)[number]

/**
 * The clock from which the time of a read is taken: that of the device, or that of the server when the read arrives.
 */
export const timeSources = ['device', 'arrival'] as const
export type TimeSource = (typeof timeSources)[number]

/** Kinds of visitor. */
export const visitKinds = ['member', 'guest'] as const
export type VisitKind = (typeof visitKinds)[number]

/** Whether a member's visit used a product, and why not. */
export const useDecisions = [
  'used',
  'noProduct',
  'notThisStore',
  'usedUp',
  'otherCar',
  'dayLimit',
  'paused',
  'late',
  'periodOver',
  'doubtful',
  'usageOff',
  'reversed',
] as const
export type UseDecision = (typeof useDecisions)[number]

/** The lists of plates: what a plate is for a store. */
export const plateListKinds = ['vip', 'staff', 'blocked'] as const
export type PlateListKind = (typeof plateListKinds)[number]

/** How a gate is controlled; in `manual` staff at the gate decide, and KingCar opens it for every car. */
export const gateModes = ['automatic', 'manual'] as const
export type GateMode = (typeof gateModes)[number]

/** What a gate does for an unknown plate while KingCar cannot be reached. */
export const gateFailures = ['closed', 'open'] as const
export type GateFailure = (typeof gateFailures)[number]

/** Why a gate opens, or not. */
export const gateReasons = ['blocked', 'manual', 'vip', 'staff', 'guest', ...useDecisions] as const
export type GateReason = (typeof gateReasons)[number]

/** Subprotocol of the live WebSocket; the token is offered as a second one, `bearer.<accessToken>`. */
export const liveProtocol = 'kingcar.live.v1'
export const liveTokenPrefix = 'bearer.'
/** Close codes of the live WebSocket; those below 4000 are standard (RFC 6455; 1012 is in IANA's registry). */
export const liveClose = {
  flood: 1008,
  restarting: 1012,
  sessionEnded: 4401,
  rightsChanged: 4403,
  tooSlow: 4408,
  replaced: 4409,
} as const
