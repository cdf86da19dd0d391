import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { auditEntry, type Tx } from '@kingcar/db'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import { type AdminRow, admins } from '../tables.ts'
import { emitAdminChanged } from './queries.ts'

type NewAdmin = Pick<AdminRow, 'email' | 'name' | 'passwordHash'> &
  Partial<Pick<AdminRow, 'role' | 'storeIds' | 'lastLoginAt'>>

/**
 * Adds an administrator, an owner unless a role is given, as an audited action of this administrator: the caller is not signed in.
 * @throws AppError EMAIL_TAKEN
 */
export async function insertAdmin(tx: Tx, action: string, added: NewAdmin, { requestId }: Caller): Promise<AdminRow> {
  const [row] = await tx.insert(admins).values(added).onConflictDoNothing().returning()
  if (!row) throw new AppError('EMAIL_TAKEN')
  const { id, email, name, role, storeIds } = row
  await emitAdminChanged(tx, row)
  const after = { email, name, ...(added.role !== undefined && { role, storeIds }) }
  const entry = { action, entity: 'admin', entityId: id, before: null, after }
  storeAuditEntry(tx, auditEntry({ requestId, actor: { id } }, entry))
  return row
}
