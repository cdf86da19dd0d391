import type { AuditEntry } from '@kingcar/contract'
import { sendInOrder, type Tx } from '@kingcar/db'
import { auditLogs } from '../tables.ts'

/**
 * Stores entries of the audit log, without waiting: if that fails, the transaction fails. Idempotent, because an event may be
 * delivered twice.
 */
export function storeAuditEntry(tx: Tx, ...entries: AuditEntry[]): void {
  if (entries.length === 0) return
  const rows = entries.map(({ id, at, actorId, action, entity, entityId, before, after, requestId }) => ({
    ...{ id, at: new Date(at), actorId, action, entity, entityId, before, after, requestId },
  }))
  sendInOrder(tx, tx.insert(auditLogs).values(rows).onConflictDoNothing())
}
