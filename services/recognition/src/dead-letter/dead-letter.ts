import type { DeadLetter, DeadLetterReason } from '@kingcar/contract'
import { deriveId } from '../read/derive-id.ts'
import { parseReadSubject } from '../read/read.ts'

/** What is known of a message that is no valid read. */
export type RejectedMessage = {
  subject: string
  /** Unix milliseconds. */
  receivedAt: number
  /** SHA-256 of what makes the message this one, hex. */
  fingerprint: string
  /** As it came; base64 where it is no text. */
  payload: string
  fault: DeadLetterReason
}

/** Makes the dead letter of a message; the same one again when the message comes again. */
export function toDeadLetter({ subject, receivedAt, fingerprint, payload, fault }: RejectedMessage): DeadLetter {
  const origin = parseReadSubject(subject)
  return {
    id: deriveId(receivedAt, fingerprint),
    receivedAt: new Date(receivedAt).toISOString(),
    subject,
    reason: fault,
    payload,
    storeId: origin?.storeId ?? null,
    deviceId: origin?.deviceId ?? null,
  }
}
