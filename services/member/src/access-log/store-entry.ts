import { createHash } from 'node:crypto'
import { type AccessEntry, deriveId } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { nameOfActor } from '../audit-log/name-of-actor.ts'
import { accessLogs } from '../tables.ts'

/** Equal accesses within such a window (milliseconds) are one row, so that an account that repeats a read cannot fill the log. */
const windowMs = 5 * 60_000

/**
 * Stores an entry of the access log, with the current name of the administrator or API key. Equal accesses in a window
 * are one row with the time of the first and of the last, but not with their number, because an event may arrive twice,
 * late, and out of order.
 */
export async function storeAccessEntry(tx: Tx, entry: AccessEntry): Promise<void> {
  const { adminId, address, action, memberIds, requestId } = entry
  const adminName = sql`coalesce(${nameOfActor(sql`${adminId}::uuid`)}, '')`
  const row = { id: rowIdOf(entry), at: new Date(entry.at), adminId, adminName, address, action, memberIds, requestId }
  const { at, lastAt } = accessLogs
  const combined = { at: sql`least(${at}, excluded.at)`, lastAt: sql`greatest(${at}, ${lastAt}, excluded.at)` }
  await tx.insert(accessLogs).values(row).onConflictDoUpdate({ target: accessLogs.id, set: combined })
}

/**
 * The id is derived from the fields in which equal accesses agree, so that one statement inserts or finds their row.
 */
function rowIdOf({ at, adminId, address, action, memberIds }: AccessEntry): string {
  const window = Math.floor(Date.parse(at) / windowMs) * windowMs
  const common = JSON.stringify([adminId, address, action, memberIds.toSorted()])
  return deriveId(window, createHash('sha256').update(common).digest('hex'))
}
