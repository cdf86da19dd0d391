import type { AccessEntry } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { nameOfActor } from '../audit-log/name-of-actor.ts'
import { accessLogs } from '../tables.ts'

/** Stores an entry of the access log, with the present name of the administrator or API key. Idempotent: an event may be delivered twice. */
export async function storeAccessEntry(
  tx: Tx,
  { id, at, adminId, address, action, ...ids }: AccessEntry,
): Promise<void> {
  const adminName = sql`coalesce(${nameOfActor(sql`${adminId}::uuid`)}, '')`
  const { memberIds, requestId } = ids
  const row = { id, at: new Date(at), adminId, adminName, address, action, memberIds, requestId }
  await tx.insert(accessLogs).values(row).onConflictDoNothing()
}
