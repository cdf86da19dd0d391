import type { Read } from './read.ts'

/**
 * Hash of the plate (FNV-1a, 32 bits), independent of the store. All reads of a plate share a lane, so that its visits
 * are decided and counted one after the other.
 */
export function laneOf({ carNumber }: Pick<Read, 'carNumber'>): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < carNumber.length; at++) hash = Math.imul(hash ^ carNumber.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
