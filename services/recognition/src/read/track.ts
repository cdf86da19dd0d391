import { seoulDate } from '@kingcar/contract'
import type { PlateAtStore, Read } from './read.ts'

/**
 * Definition: the reads of one device at one store with one track id on one day of Asia/Seoul are a track, the readings
 * of one car. Its plate is that of its best accepted reading: the one with the highest confidence; if several plates
 * have this confidence: the plate that most of its readings have, then the one read earliest, then the smallest. All of
 * its accepted readings count as reads of this plate. The day is part of the definition because devices count from one
 * again after a restart. Rejected reads have no effect on it.
 *
 * An administrator's correction has precedence: a corrected read keeps its plate, the other stored reads of the track
 * stay as they are, and later reads get the plate of the corrected read.
 */

/** A track of a device. */
export type Track = { storeId: string; deviceId: string; trackId: string; day: string }

/** A stored, accepted read of a track. Times are Unix milliseconds. */
export type TrackReading = PlateAtStore &
  Pick<Read, 'deviceId' | 'readId' | 'confidence' | 'recognizedAt' | 'receivedAt'> & {
    trackId: string
    /** The plate as read, normalised. `carNumber` is the one for which the read counts. */
    readAs: string
    corrected: boolean
    ownWindowMs?: number | null
  }

/** A stored read whose plate is to be changed to `to`. */
export type MisplacedRead = TrackReading & { to: string }

/**
 * Largest number of readings of a track. More are a fault of the device, and change no plate: the work for a read must
 * have a bound.
 */
export const maxTrackReadings = 1_000

/** The track of a read; undefined if it has none. */
export const trackOf = ({
  storeId,
  deviceId,
  trackId,
  recognizedAt,
}: Pick<Read, 'storeId' | 'deviceId' | 'trackId' | 'recognizedAt'>): Track | undefined =>
  trackId === null ? undefined : { storeId, deviceId, trackId, day: seoulDate(new Date(recognizedAt)) }

export const trackKey = ({ storeId, deviceId, trackId, day }: Track): string =>
  `track ${storeId} ${deviceId} ${day} ${trackId}`

export const readKey = ({ deviceId, readId }: Pick<Read, 'deviceId' | 'readId'>): string => `${deviceId} ${readId}`

/** The plate of a track without corrected reads; independent of the order of its readings. */
export function plateOfTrack(
  readings: readonly Pick<TrackReading, 'readAs' | 'confidence' | 'recognizedAt'>[],
): string {
  const best = Math.max(...readings.map(({ confidence }) => confidence))
  const plates = [...Map.groupBy(readings, ({ readAs }) => readAs)]
    .filter(([, ofPlate]) => ofPlate.some(({ confidence }) => confidence === best))
    .map(([plate, ofPlate]) => ({
      plate,
      times: ofPlate.length,
      first: Math.min(...ofPlate.map(({ recognizedAt }) => recognizedAt)),
    }))
  const [first] = plates.sort((a, b) => b.times - a.times || a.first - b.first || (a.plate < b.plate ? -1 : 1))
  if (!first) throw new Error('a track has no readings')
  return first.plate
}

/**
 * The reads of several tracks that count for another plate than that of their track.
 * @param readings all accepted reads of these tracks
 * @param isNew whether a read was stored by the current transaction
 */
export const misplacedReads = (
  readings: readonly TrackReading[],
  isNew: (reading: TrackReading) => boolean,
): MisplacedRead[] =>
  [...Map.groupBy(readings, (reading) => trackKey(trackOf(reading) as Track)).values()].flatMap((track) => {
    if (track.length > maxTrackReadings) return []
    const corrected = track
      .filter((reading) => reading.corrected)
      .sort(byTime)
      .at(-1)
    const to = corrected?.carNumber ?? plateOfTrack(track)
    const movable = corrected ? track.filter(isNew) : track
    return movable.filter(({ carNumber }) => carNumber !== to).map((reading) => ({ ...reading, to }))
  })

const byTime = (a: TrackReading, b: TrackReading) => a.recognizedAt - b.recognizedAt || (a.readId < b.readId ? -1 : 1)
