import { randomUUID } from 'node:crypto'

/** A UUIDv7 (RFC 9562 §5.7), which sorts by its creation time. For ids that are needed before their row is written. */
export function uuidv7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // A UUID of version 4 has its variant and random part at the same places, and Node caches its random bytes.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Creation time of a UUIDv7 in Unix milliseconds; undefined for another id. */
export function uuidv7Time(id: string): number | undefined {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined
}
