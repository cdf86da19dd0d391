import { hash } from 'node:crypto'
import { AppError, type Detail, ReadMessage } from '@kingcar/contract'
import { Compile } from 'typebox/compile'
import { deriveId } from '../read/derive-id.ts'

/** What a vendor says of one plate, in our words. */
export type VendorRead = Omit<ReadMessage, 'readId' | 'imageId'> & {
  /** The vendor's own name of the event, where it has one. */
  eventId: string | null
}

type Candidate = NonNullable<ReadMessage['candidates']>[number]

/** Most other readings that a message takes. */
const maxCandidates = 10
/** The last year that ISO 8601 writes with four digits ends here: Unix milliseconds. */
const endOfTime = Date.UTC(10_000, 0)

const message = Compile(ReadMessage)

/** A vendor's value that no read can have, by the vendor's name of it. */
export function refuse(path: string, ko: string, en: string): never {
  const detail: Detail = { path, ko, en }
  throw new AppError('VALIDATION_FAILED', { details: [detail] })
}

/**
 * The plate as the vendor wrote it.
 * @throws AppError VALIDATION_FAILED where there is none
 */
export function plateOf(path: string, text: string | null | undefined): string {
  const plate = text?.trim() ?? ''
  if (!isPlate(plate)) refuse(path, '1~32자의 차량 번호가 필요해요.', 'Must be a plate of 1 to 32 characters.')
  return plate
}

/**
 * A share of 0 to 1.
 * @param full what the vendor calls certain
 * @throws AppError VALIDATION_FAILED where it is missing or beyond
 */
export function confidenceOf(path: string, value: number | null | undefined, full: 1 | 100): number {
  if (!isShare(value, full)) refuse(path, `0~${full}의 정확도가 필요해요.`, `Must be a confidence of 0 to ${full}.`)
  return value / full
}

/**
 * An instant as ISO text. Whether it can be true is judged with the read, so that a clock that is wrong shows there.
 * @param ms Unix milliseconds
 * @throws AppError VALIDATION_FAILED where it is missing or no instant
 */
export function instantOf(path: string, ms: number | null | undefined): string {
  const isInstant = typeof ms === 'number' && ms >= 0 && ms < endOfTime
  if (!isInstant) refuse(path, '인식 시각이 필요해요.', 'Must be the time of the recognition.')
  return new Date(ms).toISOString()
}

/** Other readings, as many as a message takes; what is none is left out, since the plate itself is what counts. */
export function candidatesOf(list: unknown, read: (entry: object) => Candidate | undefined): Candidate[] | undefined {
  if (!Array.isArray(list)) return undefined
  const candidates = list.flatMap((entry: unknown) => (typeof entry === 'object' && entry ? (read(entry) ?? []) : []))
  return candidates.length > 0 ? candidates.slice(0, maxCandidates) : undefined
}

/** One other reading; undefined where it is none. */
export function candidateOf(plate: unknown, confidence: unknown, full: 1 | 100): Candidate | undefined {
  const text = typeof plate === 'string' ? plate.trim() : ''
  return isPlate(text) && isShare(confidence, full) ? { carNumber: text, confidence: confidence / full } : undefined
}

/** No control character, which the database would not take. */
const isPlate = (text: string) => /^\P{Cc}{1,32}$/u.test(text) && text.isWellFormed()
const isShare = (value: unknown, full: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= full

/**
 * The message that a device of ours would send. Its id is made of what the vendor says, its own name of the event and
 * all else: a repetition is the same read, and an event that is told again with other values is another one of the same
 * visit instead of a contradiction.
 */
export function toReadMessage(
  vendor: string,
  deviceId: string,
  { eventId, ...said }: VendorRead,
  imageId?: string,
): ReadMessage {
  const read = { ...said, ...(imageId !== undefined && { imageId }) }
  const fingerprint = hash('sha256', JSON.stringify([vendor, deviceId, eventId, read]))
  const made = { readId: deriveId(Date.parse(read.recognizedAt), fingerprint), ...read }
  if (!message.Check(made)) throw new TypeError(`a translation from ${vendor} is no read`)
  return made
}
