import type { Caller } from '@kingcar/bus'
import { auditEntry, nextVersion, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { emitAdminChanged } from '../admin/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import { mailAdmin } from '../mail/mail-admin-task.ts'
import { endSessions } from '../session/queries.ts'
import { type AdminRow, admins } from '../tables.ts'
import type { AdminMailTopic } from '../task/task.ts'

/**
 * Stores whether an administrator, whose row is locked, has a second factor, ends their sessions except `keep`, and mails them. Kick
 * the tasks after the commit.
 */
export async function changeFactor(
  tx: Tx,
  found: AdminRow,
  change: { secondFactor: boolean; keep?: string; action: string; topic: AdminMailTopic; at: Date },
  caller: Caller,
): Promise<void> {
  const { secondFactor, keep, action, topic, at } = change
  const { id } = found
  const row = { ...found, secondFactor, ...nextVersion(found, ['secondFactor']) }
  const { version, fieldVersions } = row
  await tx.update(admins).set({ secondFactor, version, fieldVersions }).where(eq(admins.id, id))
  await emitAdminChanged(tx, row)
  await endSessions(tx, { role: 'admin', id, keep }, 'secondFactorChanged', at)
  await mailAdmin(tx, id, topic)
  const [before, after] = [{ secondFactor: found.secondFactor }, { secondFactor }]
  storeAuditEntry(tx, auditEntry(caller, { action, entity: 'admin', entityId: id, before, after }))
}
