import { type DeadLetterReason, describeDeadLetterReason } from '@kingcar/contract'
import { copy } from './copy.ts'

/** A reason that the server names, in a sentence; one that only a newer server knows stays as it is. */
export function describeReason(reason: string): string {
  return describeDeadLetterReason(reason as DeadLetterReason)?.ko ?? reason
}

/** What a device did wrong last: it sent too much, listened to others, or sent what is no valid read. */
export function describeDeviceError(error: string): string {
  if (error === 'rate') return copy.devices.rate
  if (error === 'listening') return copy.devices.listening
  return describeReason(error)
}
