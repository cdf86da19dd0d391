import { randomUUID } from 'node:crypto'

/** A UUIDv7 (RFC 9562 §5.7): sorts by the millisecond of its making. For ids that are needed before their row is written. */
export function uuidv7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // A version 4 has its random part and its variant in the same places, and costs no call into the system each time.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** When a UUIDv7 was made, Unix milliseconds; undefined for another id. */
export function uuidv7Time(id: string): number | undefined {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined
}
