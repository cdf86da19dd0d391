import type { AuditLog } from '@kingcar/contract'

/** Bytes of a page; a message of the bus holds 1 MiB. */
const pageBytes = 768 * 1024
/** One character takes at most this many bytes of JSON. */
const bytesPerCharacter = 6

/**
 * Returns the entries as they are if they fit. Otherwise each value that takes more than its share is truncated to the
 * beginning of its JSON text; the CSV export contains the complete values.
 */
export function truncateValues(entries: AuditLog[]): AuditLog[] {
  if (Buffer.byteLength(JSON.stringify(entries)) <= pageBytes) return entries
  const share = Math.floor(pageBytes / entries.length / 2)
  const truncate = (value: unknown) => {
    const text = JSON.stringify(value)
    return Buffer.byteLength(text) <= share ? value : `${text.slice(0, Math.floor(share / bytesPerCharacter))}…`
  }
  return entries.map((entry) => ({ ...entry, before: truncate(entry.before), after: truncate(entry.after) }))
}
