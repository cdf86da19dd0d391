import type { AuditEntry } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { auditLogs } from '../tables.ts'

/** Stores an entry of the audit log. Idempotent: an event may be delivered twice. */
export async function storeAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { id, actorId, action, entity, entityId, before, after, requestId } = entry
  await tx
    .insert(auditLogs)
    .values({ id, at: new Date(entry.at), actorId, action, entity, entityId, before, after, requestId })
    .onConflictDoNothing()
}
