import { AppError, type AuditEntry } from '@kingcar/contract'
import { uuidv7 } from './uuid.ts'

/** One write of an administrator; `before` and `after` hold the fields that changed, never a secret. */
export type AuditedChange = Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'before' | 'after'>
/** The part of the bus's Caller that an audit entry needs. */
type AuditedCaller = { requestId: string; actor: { id: string } | null }

/**
 * Completes an entry of the audit log with who, when and in which request. The member service stores it; every other
 * service emits it in the transaction of the write: `emit(tx, 'catalog.audited', auditEntry(caller, change))`.
 */
export function auditEntry(caller: AuditedCaller, change: AuditedChange): AuditEntry {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const at = new Date().toISOString()
  return { id: uuidv7(), at, actorId: caller.actor.id, requestId: caller.requestId, ...change }
}
