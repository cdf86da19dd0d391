import type { AuditLog } from '@kingcar/contract'

/** Bytes of a page's values, since a message of the bus holds a mebibyte; and those that JSON makes of a character at most. */
const room = 768 * 1024
const widest = 6

/**
 * Entries as they are. Where their values are too much together, each that takes more than its share becomes the beginning
 * of its JSON text; the file has them whole.
 */
export function truncateValues(entries: AuditLog[]): AuditLog[] {
  if (Buffer.byteLength(JSON.stringify(entries)) <= room) return entries
  const share = Math.floor(room / entries.length / 2)
  const shorten = (value: unknown) => {
    const text = JSON.stringify(value)
    return Buffer.byteLength(text) <= share ? value : `${text.slice(0, Math.floor(share / widest))}…`
  }
  return entries.map((entry) => ({ ...entry, before: shorten(entry.before), after: shorten(entry.after) }))
}
