import type { GateMode, GateReason, PlateListKind, UseDecision } from '@kingcar/contract'

/** The data that decides about a car at a gate. */
export type CarAtGate = {
  /** The lists of the plate that are in force at the store. */
  lists: readonly PlateListKind[]
  mode: GateMode
  /** A similar plate is more likely correct. */
  doubtful: boolean
  isMember: boolean
  /** Null until it is known. */
  useDecision: UseDecision | null
  /** A product was used, or would be. */
  hasProduct: boolean
}

export type GateAnswer = { open: boolean; reason: GateReason }

/**
 * Decides whether a gate opens. A blocked plate never opens it, even in manual mode: then the staff have to open it by
 * hand. Returns null if a product could open it, but the orders service has not decided yet.
 */
export function decideGate(car: CarAtGate): GateAnswer | null {
  const { lists, mode, doubtful, isMember, useDecision, hasProduct } = car
  if (lists.includes('blocked')) return { open: false, reason: 'blocked' }
  if (mode === 'manual') return { open: true, reason: 'manual' }
  if (doubtful) return { open: false, reason: 'doubtful' }
  const [list] = lists
  if (list) return { open: true, reason: list }
  if (!isMember) return { open: false, reason: 'guest' }
  if (useDecision === null) return null
  const isUsable = useDecision === 'used' || (useDecision === 'usageOff' && hasProduct)
  return { open: isUsable, reason: useDecision }
}
