import {
  type DeadLetterReason,
  isLegalPlate,
  type ReadMessage,
  type rejectionReasons,
  uuidPattern,
} from '@kingcar/contract'

export type Rejection = (typeof rejectionReasons)[number]

/** A valid read with what its subject and its arrival add. Instants are Unix milliseconds. */
export type Read = {
  storeId: string
  deviceId: string
  readId: string
  /** Normalised. */
  carNumber: string
  /** As it was read. */
  raw: string
  confidence: number
  recognizedAt: number
  receivedAt: number
  direction: ReadMessage['direction'] | null
  candidates: ReadMessage['candidates'] | null
  imageId: string | null
  boundingBox: ReadMessage['boundingBox'] | null
  /** Hex; equal where everything that the device said is equal. */
  contentHash: string
}

/** A plate at a store. */
export type PlateAtStore = { storeId: string; carNumber: string }

/** A read and why it belongs to no visit, by the settings in force when it arrived; null where it is accepted. */
export type JudgedRead = { read: Read; rejected: Rejection | null }

const readSubject = new RegExp(`^recognition\\.read\\.(${uuidPattern})\\.(${uuidPattern})$`, 'i')

/** Store and device of the subject of a read; undefined where it is not `recognition.read.<storeId>.<deviceId>`. */
export function parseReadSubject(subject: string): { storeId: string; deviceId: string } | undefined {
  const [, storeId, deviceId] = readSubject.exec(subject) ?? []
  return storeId && deviceId ? { storeId: storeId.toLowerCase(), deviceId: deviceId.toLowerCase() } : undefined
}

/** How far a camera's clock may be ahead: milliseconds. */
const maxClockAheadMs = 5 * 60_000
/** Reads are kept for so many months, and their ids known for as long. */
const monthsKept = 13

/** Whether a read's time can be true. */
export function timeError(recognizedAt: number, receivedAt: number): DeadLetterReason | undefined {
  if (recognizedAt - receivedAt > maxClockAheadMs) return 'inTheFuture'
  const oldest = new Date(receivedAt)
  oldest.setUTCMonth(oldest.getUTCMonth() - monthsKept)
  if (oldest.getUTCDate() !== new Date(receivedAt).getUTCDate()) oldest.setUTCDate(0) // the 31st of a shorter month
  return recognizedAt < oldest.getTime() ? 'tooOld' : undefined
}

/** A plate that no authority gives out: a device that reads it is being tried out. */
export const testPlate = '00가0000'
export const isTestRead = ({ carNumber }: Pick<Read, 'carNumber'>): boolean => carNumber === testPlate

/** The device of what an administrator noted by hand: no recognizer has this id. */
export const manualDeviceId = '00000000-0000-0000-0000-000000000000'

/** Why a valid read belongs to no visit; null where it is accepted. */
export function rejectionOf(
  { carNumber, confidence, direction }: Pick<Read, 'carNumber' | 'confidence' | 'direction'>,
  minimumConfidence: number,
): Rejection | null {
  if (!isLegalPlate(carNumber) || carNumber === testPlate) return 'plate'
  if (confidence < minimumConfidence) return 'confidence'
  return direction === 'out' ? 'direction' : null
}
