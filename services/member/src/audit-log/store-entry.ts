import type { AuditEntry } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { auditLogs } from '../tables.ts'

/** Stores entries of the audit log. Idempotent: an event may be delivered twice. */
export async function storeAuditEntry(tx: Tx, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ id, at, actorId, action, entity, entityId, before, after, requestId }) => ({
    ...{ id, at: new Date(at), actorId, action, entity, entityId, before, after, requestId },
  }))
  await tx.insert(auditLogs).values(rows).onConflictDoNothing()
}
