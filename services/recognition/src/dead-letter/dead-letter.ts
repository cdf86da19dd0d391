import type { DeadLetter } from '@kingcar/contract'
import { type Fault, parseReadSubject } from '../read/read.ts'

/** What is known of a message that is no valid read. */
export type Refused = {
  subject: string
  /** Unix milliseconds. */
  receivedAt: number
  /** SHA-256 of what makes the message this one, hex. */
  fingerprint: string
  /** As it came; base64 where it is no text. */
  payload: string
  fault: Fault
}

/** Makes the dead letter of a message; the same one again when the message comes again. */
export function deadLetterOf({ subject, receivedAt, fingerprint, payload, fault }: Refused): DeadLetter {
  const origin = parseReadSubject(subject)
  return {
    id: idOf(receivedAt, fingerprint),
    receivedAt: new Date(receivedAt).toISOString(),
    subject,
    reason: fault,
    payload,
    storeId: origin?.storeId ?? null,
    deviceId: origin?.deviceId ?? null,
  }
}

/** A UUIDv7 whose random part is the fingerprint. */
function idOf(receivedAt: number, fingerprint: string): string {
  const time = receivedAt.toString(16).padStart(12, '0')
  const variant = (8 + (Number.parseInt(fingerprint.charAt(3), 16) & 3)).toString(16)
  const random = [`7${fingerprint.slice(0, 3)}`, `${variant}${fingerprint.slice(4, 7)}`, fingerprint.slice(7, 19)]
  return [time.slice(0, 8), time.slice(8), ...random].join('-')
}
