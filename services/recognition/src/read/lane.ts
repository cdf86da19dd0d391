import { plateClass } from '../plate/misreadings.ts'
import type { Read } from './read.ts'

/**
 * Hash (FNV-1a, 32 bits) of the track of a read, or of the class of its plate, independent of the store. All reads of a track,
 * and all others of a plate and its lookalikes, share a lane, so that their visits are decided and counted one after the other.
 */
export function laneOf({ carNumber, deviceId, trackId }: Pick<Read, 'carNumber' | 'deviceId' | 'trackId'>): number {
  const text = trackId === null ? plateClass(carNumber) : `${deviceId} ${trackId}`
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
