import type { Caller } from '@kingcar/bus'
import { auditEntry, nextVersion, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { emitAdminChanged } from '../admin/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import { endSessions } from '../session/queries.ts'
import { type AdminRow, admins } from '../tables.ts'

/** Stores whether an administrator, whose row is locked, has a second factor, and ends their sessions except `keep`. */
export async function changeFactor(
  tx: Tx,
  found: AdminRow,
  change: { secondFactor: boolean; keep?: string; action: string; at: Date },
  caller: Caller,
): Promise<void> {
  const { secondFactor, keep, action, at } = change
  const { id } = found
  const row = { ...found, secondFactor, ...nextVersion(found, ['secondFactor']) }
  const { version, fieldVersions } = row
  await tx.update(admins).set({ secondFactor, version, fieldVersions }).where(eq(admins.id, id))
  await emitAdminChanged(tx, row)
  await endSessions(tx, { role: 'admin', id, keep }, 'secondFactorChanged', at)
  const [before, after] = [{ secondFactor: found.secondFactor }, { secondFactor }]
  storeAuditEntry(tx, auditEntry(caller, { action, entity: 'admin', entityId: id, before, after }))
}
