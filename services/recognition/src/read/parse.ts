import { hash } from 'node:crypto'
import type { StreamMessage } from '@kingcar/bus'
import { type DeadLetterReason, normalisePlate, ReadMessage } from '@kingcar/contract'
import { Compile } from 'typebox/compile'
import { parseDeviceMessage } from '../device-message.ts'
import { parseReadSubject, type Read, timeError } from './read.ts'

/** Maximum size (bytes) of a device's message. */
export const maxMessageBytes = 16 * 1024

/** A message of READS, from the stream or from a dead letter. */
type Arrived = Pick<StreamMessage, 'subject' | 'data' | 'storedAt'>

const schema = Compile(ReadMessage)
const text = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a message of READS; returns the reason if it is not a valid read.
 * @param isTimedByArrival whether the time of a device's reads is the time of their arrival
 */
export function parseRead(
  { subject, data, storedAt }: Arrived,
  isTimedByArrival: (deviceId: string) => boolean,
): Read | DeadLetterReason {
  const origin = parseReadSubject(subject)
  if (!origin) return 'subject'
  if (data.length > maxMessageBytes) return 'tooLarge'
  const message = parseMessage(data)
  if (typeof message === 'string') return message
  const sentTime = Date.parse(message.recognizedAt)
  if (Number.isNaN(sentTime)) return 'field:recognizedAt' // a leap second
  const receivedAt = Math.floor(storedAt)
  const recognizedAt = isTimedByArrival(origin.deviceId) ? receivedAt : sentTime
  const invalidTime = timeError(recognizedAt, receivedAt)
  if (invalidTime) return invalidTime
  const read = {
    ...origin,
    readId: message.readId.toLowerCase(),
    carNumber: normalisePlate(message.carNumber),
    raw: message.carNumber,
    confidence: message.confidence,
    recognizedAt,
    receivedAt,
    direction: message.direction ?? null,
    candidates: message.candidates?.map(({ carNumber, confidence }) => ({ carNumber, confidence })) ?? null,
    imageId: message.imageId?.toLowerCase() ?? null,
    boundingBox: boxOf(message),
    trackId: message.trackId ?? null,
  }
  return { ...read, contentHash: contentHash({ ...read, recognizedAt: sentTime }) }
}

function parseMessage(data: Uint8Array): ReadMessage | DeadLetterReason {
  let decoded: string
  try {
    decoded = text.decode(data)
  } catch {
    return 'notText'
  }
  let value: unknown
  try {
    value = parseDeviceMessage(decoded)
  } catch {
    return 'notJson'
  }
  if (schema.Check(value)) return value
  const [error] = schema.Errors(value)
  return `field:${error ? fieldOf(error) : ''}`
}

/** Path of the first invalid field, such as `candidates.0.confidence`; for a missing field its path. */
function fieldOf({ instancePath, params }: { instancePath: string; params: object }): string {
  const [missing] =
    'requiredProperties' in params && Array.isArray(params.requiredProperties) ? params.requiredProperties : []
  return [...instancePath.split('/').slice(1), ...(typeof missing === 'string' ? [missing] : [])].join('.')
}

function boxOf({ boundingBox }: ReadMessage): Read['boundingBox'] {
  if (!boundingBox) return null
  const { x, y, width, height } = boundingBox
  return { x, y, width, height }
}

/** Distinguishes a repetition from another read with the same id; independent of JSON formatting and key order. */
function contentHash(read: Omit<Read, 'contentHash'>): string {
  const { storeId, raw, confidence, recognizedAt, direction, candidates, imageId, boundingBox, trackId } = read
  const content = [storeId, raw, confidence, recognizedAt, direction ?? 'in', candidates, imageId, boundingBox]
  if (trackId !== null) content.push(trackId) // without a track the hash is the same as in versions that had no tracks
  return hash('sha256', JSON.stringify(content)).slice(0, 32)
}
