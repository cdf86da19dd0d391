import type { Caller } from '@kingcar/bus'
import { maskPhone } from '@kingcar/contract'
import { auditEntry, nextVersion, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { emitAdminChanged } from '../admin/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import { type AdminRow, admins } from '../tables.ts'

/** Stores the number (E.164) of an administrator, whose row is locked. The audit log gets masked numbers. Writes nothing if it is the same. */
export async function changeAlertPhone(
  tx: Tx,
  found: AdminRow,
  { alertPhone, action }: { alertPhone: string | null; action: string },
  caller: Caller,
): Promise<AdminRow> {
  if (found.alertPhone === alertPhone) return found
  const row = { ...found, alertPhone, ...nextVersion(found, ['alertPhone']) }
  const { version, fieldVersions } = row
  await tx.update(admins).set({ alertPhone, version, fieldVersions }).where(eq(admins.id, found.id))
  await emitAdminChanged(tx, row)
  const masked = (number: string | null) => ({ alertPhone: number && maskPhone(number) })
  const change = { before: masked(found.alertPhone), after: masked(alertPhone) }
  storeAuditEntry(tx, auditEntry(caller, { action, entity: 'admin', entityId: found.id, ...change }))
  return row
}
