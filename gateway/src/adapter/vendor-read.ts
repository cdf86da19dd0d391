import { hash } from 'node:crypto'
import { AppError, type Detail, deriveId, ReadMessage, trackIdPattern } from '@kingcar/contract'
import { Compile } from 'typebox/compile'

/** A vendor's read of one plate in the format of KingCar. */
export type VendorRead = Omit<ReadMessage, 'readId' | 'imageId'> & {
  /** The vendor's id of the event; null if it has none. */
  eventId: string | null
  /** Direction of travel in the picture, where the vendor reports one: 0 to 360 degrees. */
  angle?: number
}

type Candidate = NonNullable<ReadMessage['candidates']>[number]

/** The contract's limit. */
const maxCandidates = 10
/** Unix milliseconds of the end of the year 9999, the last one with four digits in ISO 8601. */
const endOfTime = Date.UTC(10_000, 0)

const message = Compile(ReadMessage)
const validTrackId = new RegExp(trackIdPattern)
const maxTrackIdLength = 128

/** Whether a vendor says that it has read no plate. An absent field is not that: the message may have another shape. */
export const isNoPlate = (plate: unknown): boolean =>
  plate === null || (typeof plate === 'string' && plate.trim() === '')

/** Whether a field that may be absent has no plate. */
export const isBlank = (plate: unknown): boolean => plate === undefined || isNoPlate(plate)

/**
 * The plate of a vendor that has several fields for it, the preferred one first: the first that is not blank. Null if
 * those that are present are all blank, undefined if none is present.
 */
export const givenPlate = <T>(...fields: readonly T[]): T | null | undefined =>
  fields.find((field) => !isBlank(field)) ?? (fields.some((field) => field !== undefined) ? null : undefined)

/**
 * A vendor's time as Unix milliseconds; NaN if it is not one.
 * @param offset from UTC of a time without one, whatever the time zone of this process is
 */
export function parseTime(text: string, offset: 'Z' | '+09:00'): number {
  const time = text.replace(/\s?(?:GMT|UTC)$/i, 'Z') // Date.parse does not know the names after the `T` of ISO 8601
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}${offset}`)
}

/** Rejects a vendor's field by its name in the vendor's format. */
export function refuse(path: string, ko: string, en: string): never {
  const detail: Detail = { path, ko, en }
  throw new AppError('VALIDATION_FAILED', { details: [detail] })
}

/**
 * The plate as the vendor wrote it, trimmed.
 * @throws AppError VALIDATION_FAILED if it is missing or invalid
 */
export function plateOf(path: string, text: unknown): string {
  const plate = typeof text === 'string' ? text.trim() : ''
  if (!isPlate(plate)) refuse(path, '1~32자의 차량 번호가 필요해요.', 'Must be a plate of 1 to 32 characters.')
  return plate
}

/**
 * Scales a confidence to 0 to 1.
 * @param full the vendor's maximum
 * @throws AppError VALIDATION_FAILED if it is missing or out of range
 */
export function confidenceOf(path: string, value: unknown, full: 1 | 100): number {
  if (!isShare(value, full)) refuse(path, `0~${full}의 정확도가 필요해요.`, `Must be a confidence of 0 to ${full}.`)
  return value / full
}

/**
 * A time as ISO 8601. Implausible times become dead letters later, where a wrong clock is visible to administrators.
 * @param ms Unix milliseconds
 * @throws AppError VALIDATION_FAILED if it is missing or not a time
 */
export function instantOf(path: string, ms: unknown): string {
  const isInstant = typeof ms === 'number' && ms >= 0 && ms < endOfTime
  if (!isInstant) refuse(path, '인식 시각이 필요해요.', 'Must be the time of the recognition.')
  return new Date(ms).toISOString()
}

/**
 * The vendor's id of the tracked car as a part of a read; empty if the vendor sends no id. An id with characters that a read's
 * id may not have is replaced by its hash, because only its equality matters.
 * @throws AppError VALIDATION_FAILED if it is too long
 */
export function trackOf(path: string, id: string | null | undefined): Pick<VendorRead, 'trackId'> {
  if (!id) return {}
  if (id.length > maxTrackIdLength)
    refuse(path, `${maxTrackIdLength}자 이하여야 해요.`, `Must have at most ${maxTrackIdLength} characters.`)
  return { trackId: validTrackId.test(id) ? id : hash('sha256', id) }
}

/** An angle in the picture as a part of a read; empty if the vendor sends no angle: vendors also write null, -1 or `?`. */
export const angleOf = (angle: unknown): Pick<VendorRead, 'angle'> =>
  typeof angle === 'number' && angle >= 0 && angle <= 360 ? { angle } : {}

/**
 * The direction of a read: the vendor's, or else by the angle.
 * @param arrivalAngle at which cars arrive in the picture, as set for the device; null if angles are ignored
 */
export function withDirection({ angle, ...read }: VendorRead, arrivalAngle: number | null): VendorRead {
  if (angle === undefined || arrivalAngle === null || read.direction) return read
  const apart = Math.abs(angle - arrivalAngle) % 360
  return { ...read, direction: Math.min(apart, 360 - apart) <= 90 ? 'in' : 'out' }
}

/** Other readings up to the limit; invalid ones are left out, because only the plate itself is required. */
export function candidatesOf(list: unknown, read: (entry: object) => Candidate | undefined): Candidate[] | undefined {
  if (!Array.isArray(list)) return undefined
  const candidates = list.flatMap((entry: unknown) => (typeof entry === 'object' && entry ? (read(entry) ?? []) : []))
  return candidates.length > 0 ? candidates.slice(0, maxCandidates) : undefined
}

/** One other reading; undefined if it is invalid. */
export function candidateOf(plate: unknown, confidence: unknown, full: 1 | 100): Candidate | undefined {
  const text = typeof plate === 'string' ? plate.trim() : ''
  return isPlate(text) && isShare(confidence, full) ? { carNumber: text, confidence: confidence / full } : undefined
}

/** Without control characters, which the database rejects. */
const isPlate = (text: string) => /^\P{Cc}{1,32}$/u.test(text) && text.isWellFormed()
const isShare = (value: unknown, full: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= full

/**
 * The message that a device of KingCar would send. Its id is derived from everything the vendor sent: a repetition is
 * the same read, and an event repeated with other values is another read of the same visit instead of a reused id.
 */
export function toReadMessage(
  vendor: string,
  deviceId: string,
  { eventId, angle: _, ...fields }: VendorRead,
  imageId?: string,
): ReadMessage {
  const read = { ...fields, ...(imageId !== undefined && { imageId }) }
  const fingerprint = hash('sha256', JSON.stringify([vendor, deviceId, eventId, read]))
  const made = { readId: deriveId(Date.parse(read.recognizedAt), fingerprint), ...read }
  if (!message.Check(made)) throw new TypeError(`translation of ${vendor} is not a valid read`)
  return made
}
