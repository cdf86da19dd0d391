import { createHash } from 'node:crypto'
import type { Delivery } from '@kingcar/bus'
import type { DeadLetter, DeadLetterReason } from '@kingcar/contract'
import { toDeadLetter } from './dead-letter.ts'

/** Bytes of a message that are kept; JSON may make six of one, and a message of the bus holds a mebibyte. */
const maxPayloadBytes = 128 * 1024

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The dead letter of a delivered message. */
export function makeDeadLetter({ subject, sequence, storedAt, data }: Delivery, fault: DeadLetterReason): DeadLetter {
  const fingerprint = createHash('sha256').update(`${subject} ${sequence} `).update(data).digest('hex')
  return toDeadLetter({ subject, receivedAt: Math.floor(storedAt), fingerprint, payload: payloadOf(data), fault })
}

function payloadOf(data: Uint8Array): string {
  const part = data.subarray(0, maxPayloadBytes)
  try {
    return text.decode(part)
  } catch {
    return Buffer.from(part).toString('base64')
  }
}
