import { describeReason } from '../dead-letters/reasons.ts'
import { text } from './copy.ts'

/** What a device did wrong last: it sent too much, listened to others, or sent what is no valid read. */
export function describeDeviceError(error: string): string {
  if (error === 'rate') return text.rate
  if (error === 'listening') return text.listening
  return describeReason(error)
}
