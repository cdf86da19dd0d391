import { type DeadLetter, type DeadLetterReason, deriveId } from '@kingcar/contract'
import { parseReadSubject } from '../read/read.ts'

/** A message that is not a valid read. */
export type RejectedMessage = {
  subject: string
  /** Unix milliseconds. */
  receivedAt: number
  /** Hex SHA-256 that identifies the message. */
  fingerprint: string
  /** The original text; base64 if it is not UTF-8. */
  payload: string
  reason: DeadLetterReason
}

/** The dead letter of a message. A redelivered message gives the same letter. */
export function toDeadLetter({ subject, receivedAt, fingerprint, payload, reason }: RejectedMessage): DeadLetter {
  const origin = parseReadSubject(subject)
  return {
    id: deriveId(receivedAt, fingerprint),
    receivedAt: new Date(receivedAt).toISOString(),
    subject,
    reason,
    payload,
    storeId: origin?.storeId ?? null,
    deviceId: origin?.deviceId ?? null,
  }
}
