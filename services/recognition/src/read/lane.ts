import type { Read } from './read.ts'

/** A number that is the same for all reads of one plate at one store (FNV-1a, 32 bits). */
export function laneOf({ storeId, carNumber }: Pick<Read, 'storeId' | 'carNumber'>): number {
  let hash = 0x811c9dc5
  for (const text of [storeId, carNumber])
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
