import { lookAlike } from '../plate/misreadings.ts'
import type { PlateAtStore, Read } from '../read/read.ts'
import { plateOfTrack } from '../read/track.ts'

/**
 * Definition: an accepted read is doubtful if reads at its store within `recognition.lookalikeSeconds` of it show a
 * similar plate that is more likely correct. Two plates are similar if they differ by one character that cameras
 * confuse, or if one of these reads shows one of them and has the other as a candidate. The more likely of two plates
 * is the one that all these reads would get as readings of one car (`read/track.ts`). A read that an administrator
 * recorded or corrected is never doubtful. So doubt depends only on the set of reads.
 *
 * A visit is doubtful while all of its reads are: screens do not greet, and no product is used.
 */

/** An accepted read, with the data that decides whether its plate is doubtful. */
export type Evidence = PlateAtStore &
  Pick<Read, 'deviceId' | 'readId' | 'confidence' | 'recognizedAt'> & {
    /** Plates, normalised. */
    candidates: readonly string[]
    /** An administrator recorded or corrected it. */
    isCertain: boolean
  }

/** A plate `other` that was read close in time to `carNumber` and may be the same car: it is in the same class of similar plates, or one is a candidate of the other. */
export type NearPlate = PlateAtStore & { other: string; isCandidate: boolean }

/**
 * Largest number of reads that are compared. More reads of similar plates at one time are a fault of a device, and
 * change no doubt: the work for a read must have a bound.
 */
export const maxEvidence = 2_000

/**
 * Whether a read is doubtful.
 * @param all accepted reads, at least those of its plate and of similar ones within `lookalikeMs` of it
 */
export function isDoubtful(read: Evidence, all: readonly Evidence[], lookalikeMs: number): boolean {
  if (read.isCertain || lookalikeMs === 0) return false
  const near = all.filter(
    ({ storeId, recognizedAt }) =>
      storeId === read.storeId && Math.abs(recognizedAt - read.recognizedAt) <= lookalikeMs,
  )
  const byPlate = Map.groupBy(near, ({ carNumber }) => carNumber)
  const own = byPlate.get(read.carNumber) ?? []
  return [...byPlate].some(
    ([carNumber, others]) =>
      carNumber !== read.carNumber &&
      areConfused(read.carNumber, own, carNumber, others) &&
      plateOfTrack([...own, ...others].map((each) => ({ ...each, readAs: each.carNumber }))) === carNumber,
  )
}

const areConfused = (one: string, ofOne: readonly Evidence[], other: string, ofOther: readonly Evidence[]) =>
  lookAlike(one, other) || hasCandidate(ofOne, other) || hasCandidate(ofOther, one)

const hasCandidate = (reads: readonly Evidence[], carNumber: string) =>
  reads.some(({ candidates }) => candidates.includes(carNumber))

/**
 * Whether a read can be doubtful or make other reads doubtful.
 * @param near the plates that were read near it
 */
export const canConfuse = ({ carNumber }: Pick<Read, 'carNumber'>, near: readonly NearPlate[]): boolean =>
  near.some(({ other, isCandidate }) => isCandidate || lookAlike(carNumber, other))
