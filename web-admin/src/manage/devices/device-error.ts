import { describeReason } from '../dead-letters/reasons.ts'
import { text } from './copy.ts'

/**
 * Errors that are not reasons of dead letters: a block, a bad heartbeat, and the codes with which a webhook call was
 * refused.
 */
const own = [
  'rate',
  'listening',
  'heartbeat',
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IMAGE_INVALID',
  'FORBIDDEN',
] as const

/** The last error of a device as a sentence. */
export function describeDeviceError(error: string): string {
  const known = own.find((each) => each === error)
  return known ? text[known] : describeReason(error)
}
