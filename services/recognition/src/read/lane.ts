import type { Read } from './read.ts'

/**
 * A number that is the same for all reads of one plate (FNV-1a, 32 bits), at whichever store: what makes a visit shares a
 * lane, and the visits of a plate that come one after the other are counted so.
 */
export function laneOf({ carNumber }: Pick<Read, 'carNumber'>): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < carNumber.length; at++) hash = Math.imul(hash ^ carNumber.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
