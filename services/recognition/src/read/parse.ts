import { hash } from 'node:crypto'
import type { StreamMessage } from '@kingcar/bus'
import { type DeadLetterReason, normalisePlate, ReadMessage } from '@kingcar/contract'
import { Compile } from 'typebox/compile'
import { parseReadSubject, type Read, timeError } from './read.ts'

/** Bytes; what a device may publish at most. */
export const maxMessageBytes = 16 * 1024

/** A message of READS, from the stream or from the dead letters. */
type Arrived = Pick<StreamMessage, 'subject' | 'data' | 'storedAt'>

const message = Compile(ReadMessage)
const text = new TextDecoder('utf-8', { fatal: true })

/** Reads a message of the stream READS, or says why it is no valid read. */
export function parseRead({ subject, data, storedAt }: Arrived): Read | DeadLetterReason {
  const origin = parseReadSubject(subject)
  if (!origin) return 'subject'
  if (data.length > maxMessageBytes) return 'tooLarge'
  const said = parseMessage(data)
  if (typeof said === 'string') return said
  const recognizedAt = Date.parse(said.recognizedAt)
  if (Number.isNaN(recognizedAt)) return 'field:recognizedAt' // a leap second
  const receivedAt = Math.floor(storedAt)
  const fault = timeError(recognizedAt, receivedAt)
  if (fault) return fault
  const read = {
    ...origin,
    readId: said.readId.toLowerCase(),
    carNumber: normalisePlate(said.carNumber),
    raw: said.carNumber,
    confidence: said.confidence,
    recognizedAt,
    receivedAt,
    direction: said.direction ?? null,
    candidates: said.candidates?.map(({ carNumber, confidence }) => ({ carNumber, confidence })) ?? null,
    imageId: said.imageId?.toLowerCase() ?? null,
    boundingBox: boxOf(said),
  }
  return { ...read, contentHash: contentHash(read) }
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
    value = JSON.parse(decoded)
  } catch {
    return 'notJson'
  }
  if (message.Check(value)) return value
  const [fault] = message.Errors(value)
  return `field:${fault ? fieldOf(fault) : ''}`
}

/** The first field at fault, such as `candidates.0.confidence`; a missing one by its name. */
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

/** Tells a repetition from another read under the same id; spelling and order of the JSON do not count. */
function contentHash(read: Omit<Read, 'contentHash'>): string {
  const { storeId, raw, confidence, recognizedAt, direction, candidates, imageId, boundingBox } = read
  const content = [storeId, raw, confidence, recognizedAt, direction ?? 'in', candidates, imageId, boundingBox]
  return hash('sha256', JSON.stringify(content)).slice(0, 32)
}
