import { describeReason } from '../dead-letters/reasons.ts'
import { text } from './copy.ts'

/** The last error of a device as a sentence: it exceeded its rate, subscribed to foreign subjects, or sent an invalid read. */
export function describeDeviceError(error: string): string {
  if (error === 'rate') return text.rate
  if (error === 'listening') return text.listening
  return describeReason(error)
}
