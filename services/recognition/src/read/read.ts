import {
  type DeadLetterReason,
  type DeviceRole,
  isLegalPlate,
  normalisePlate,
  type ReadMessage,
  type rejectionReasons,
  testPlate,
  uuidPattern,
} from '@kingcar/contract'

export type Rejection = (typeof rejectionReasons)[number]

/** A valid read, with the fields of its subject and its arrival. Times are Unix milliseconds. */
export type Read = {
  storeId: string
  deviceId: string
  readId: string
  /** Normalised. */
  carNumber: string
  /** The plate as the device wrote it. */
  raw: string
  confidence: number
  recognizedAt: number
  receivedAt: number
  direction: ReadMessage['direction'] | null
  candidates: ReadMessage['candidates'] | null
  imageId: string | null
  boundingBox: ReadMessage['boundingBox'] | null
  /** The device's id of the passing car. */
  trackId: string | null
  /** The revisit time of its device at the time of processing (milliseconds); missing if the setting applies. */
  ownWindowMs?: number
  /** Hex hash of everything that the device sent. */
  contentHash: string
}

/** The legal plates among the candidates of a read, normalised. */
export const candidatePlates = (candidates: Read['candidates']): string[] =>
  [...new Set(candidates?.map(({ carNumber }) => normalisePlate(carNumber)))].filter(isLegalPlate)

/** A plate at a store. */
export type PlateAtStore = { storeId: string; carNumber: string }

/**
 * A read with the reason why it belongs to no visit, by the settings at the time of its processing; null if it is
 * accepted.
 */
export type JudgedRead = { read: Read; rejected: Rejection | null }

const readSubject = new RegExp(`^recognition\\.read\\.(${uuidPattern})\\.(${uuidPattern})$`, 'i')

/** Store and device of a subject `recognition.read.<storeId>.<deviceId>`; undefined for any other subject. */
export function parseReadSubject(subject: string): { storeId: string; deviceId: string } | undefined {
  const [, storeId, deviceId] = readSubject.exec(subject) ?? []
  return storeId && deviceId ? { storeId: storeId.toLowerCase(), deviceId: deviceId.toLowerCase() } : undefined
}

/** How far a camera's clock may be ahead. */
const maxClockAheadMs = 5 * 60_000
/** Reads and their ids are kept for this long. */
const monthsKept = 13

/** The reason if a read's time is too far in the future or the past. */
export function timeError(recognizedAt: number, receivedAt: number): DeadLetterReason | undefined {
  if (recognizedAt - receivedAt > maxClockAheadMs) return 'inTheFuture'
  const oldest = new Date(receivedAt)
  oldest.setUTCMonth(oldest.getUTCMonth() - monthsKept)
  if (oldest.getUTCDate() !== new Date(receivedAt).getUTCDate()) oldest.setUTCDate(0) // e.g. the 31st in a month of 30 days
  return recognizedAt < oldest.getTime() ? 'tooOld' : undefined
}

/** Whether a read tests its device. */
export const isTestRead = ({ carNumber }: Pick<Read, 'carNumber'>): boolean => carNumber === testPlate

/** The device id of visits that an administrator noted by hand; no device has it. */
export const manualDeviceId = '00000000-0000-0000-0000-000000000000'

/** The settings that decide about the reads of a device: its own, or those of all devices. */
export type Acceptance = { minimumConfidence: number; role: DeviceRole }

/** The reason why a valid read belongs to no visit; null if it is accepted. */
export function rejectionOf(
  { carNumber, confidence, direction }: Pick<Read, 'carNumber' | 'confidence' | 'direction'>,
  { minimumConfidence, role }: Acceptance,
): Rejection | null {
  if (!isLegalPlate(carNumber)) return 'plate'
  if (confidence < minimumConfidence) return 'confidence'
  return direction === 'out' || role === 'exit' ? 'direction' : null
}
