import type { Tx } from '../types.ts'
import { type AuditedCaller, type AuditedChange, auditEntry } from '../writes/audit.ts'
import { emit } from './outbox.ts'

export type AuditedOperation = { service: 'catalog' | 'orders' | 'recognition'; name: string }

/**
 * Emits the audit log entry of an operation in the transaction of its write. The member service stores it.
 * @throws AppError UNAUTHENTICATED without an actor
 */
export const audit = (
  tx: Tx,
  { service, name }: AuditedOperation,
  caller: AuditedCaller,
  change: Omit<AuditedChange, 'action'>,
): Promise<void> => emit(tx, `${service}.audited`, auditEntry(caller, { action: name, ...change }))
