import type { DeviceRole } from '@kingcar/contract'
import { manualDeviceId, type Read, type Rejection, rejectionOf } from '../read/read.ts'
import { misplacedReads, readKey, type TrackReading } from '../read/track.ts'

/** A stored read. Times are Unix milliseconds. */
export type PastRead = Pick<
  Read,
  'storeId' | 'deviceId' | 'readId' | 'confidence' | 'recognizedAt' | 'receivedAt' | 'direction' | 'imageId' | 'trackId'
> & {
  /** The plate for which it counts. */
  carNumber: string
  /** The plate as read, normalised. */
  readAs: string
  /** Plates, normalised. */
  candidates: readonly string[]
  rejected: Rejection | null
  /** An administrator decided its plate. */
  corrected: boolean
  ownWindowMs: number | null
}

/** The current settings of a device for its reads. */
export type PastDevice = { minimumConfidence: number | null; role: DeviceRole }

/**
 * Why a stored read belongs to no visit with this minimum confidence; null if it is accepted. A stored departure stays
 * a departure, and an accepted read does not become one, whatever role the device has now. Reads that an administrator
 * recorded or accepted stay as they are.
 */
export function rejectionWith(
  read: PastRead,
  minimumConfidence: number,
  device: PastDevice | undefined,
): Rejection | null {
  if (read.corrected || read.deviceId === manualDeviceId) return read.rejected
  const { trackId, readAs, carNumber, confidence } = read
  return rejectionOf(
    {
      carNumber: trackId === null ? carNumber : readAs,
      confidence,
      direction: read.rejected === null ? null : read.direction,
    },
    { minimumConfidence: device?.minimumConfidence ?? minimumConfidence, role: roleOf(read, device) },
  )
}

function roleOf({ rejected }: PastRead, device: PastDevice | undefined): DeviceRole {
  if (rejected === 'direction') return 'exit'
  return rejected === null ? 'both' : (device?.role ?? 'both')
}

/**
 * Gives accepted reads the plates of their tracks.
 * @param accepted all accepted reads of these tracks; a read that was rejected when it was stored counts as a new one
 */
export function inTracks(accepted: readonly PastRead[]): PastRead[] {
  const placed = accepted.map((read) => (read.rejected === null ? read : { ...read, carNumber: read.readAs }))
  const arrived = new Set(accepted.filter(({ rejected }) => rejected !== null).map(readKey))
  const moved = misplacedReads(placed.filter(isOfTrack), (reading) => arrived.has(readKey(reading)))
  if (moved.length === 0) return placed
  const plates = new Map(moved.map((read) => [readKey(read), read.to]))
  return placed.map((read) => {
    const to = read.trackId === null ? undefined : plates.get(readKey(read))
    return to === undefined ? read : { ...read, carNumber: to }
  })
}

const isOfTrack = (read: PastRead): read is PastRead & TrackReading => read.trackId !== null
