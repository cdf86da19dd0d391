import { createHash } from 'node:crypto'
import type { Delivery } from '@kingcar/bus'
import type { DeadLetter, DeadLetterReason } from '@kingcar/contract'
import { toDeadLetter } from './dead-letter.ts'

/**
 * Largest number of bytes of a message that are stored: JSON escapes can turn one byte into six, and a bus message
 * holds 1 MiB.
 */
const maxPayloadBytes = 128 * 1024

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A message of READS with its sequence; for a message of a group that became a letter, with the id of that letter. */
type Rejected = Pick<Delivery, 'subject' | 'storedAt' | 'data'> & { sequence: number | string }

export function makeDeadLetter({ subject, sequence, storedAt, data }: Rejected, reason: DeadLetterReason): DeadLetter {
  const fingerprint = createHash('sha256').update(`${subject} ${sequence} `).update(data).digest('hex')
  return toDeadLetter({ subject, receivedAt: Math.floor(storedAt), fingerprint, payload: payloadOf(data), reason })
}

function payloadOf(data: Uint8Array): string {
  const part = data.subarray(0, maxPayloadBytes)
  try {
    return text.decode(part)
  } catch {
    return Buffer.from(part).toString('base64')
  }
}
