import type { Caller } from '@kingcar/bus'
import { auditEntry, nextVersion, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { emitAdminChanged } from '../admin/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import { mailAdmin } from '../mail/mail-admin-task.ts'
import { deleteFactors, findTotp, hasPasskey } from '../second-factor/queries.ts'
import { endSessions } from '../session/queries.ts'
import { type AdminRow, admins } from '../tables.ts'
import type { AdminMailTopic } from '../task/task.ts'

type Change = {
  keep?: string | undefined
  action: string
  /** Subject of the mail; by default whether the second factor is on or off. */
  topic?: AdminMailTopic
  at: Date
  /** Names of the passkeys before and after the change, if it is one of passkeys. */
  passkeys?: { before: readonly string[]; after: readonly string[] }
}

/**
 * Stores whether an administrator, whose row is locked, has a second factor, records that one was added or removed, ends their
 * sessions except `keep`, and mails them. Kick the tasks after the commit.
 */
export async function changeFactor(
  tx: Tx,
  found: AdminRow,
  { secondFactor, keep, action, topic, at, passkeys }: Change & { secondFactor: boolean },
  caller: Caller,
): Promise<void> {
  const { id } = found
  const isChanged = secondFactor !== found.secondFactor
  if (isChanged) {
    const row = { ...found, secondFactor, ...nextVersion(found, ['secondFactor']) }
    const { version, fieldVersions } = row
    await tx.update(admins).set({ secondFactor, version, fieldVersions }).where(eq(admins.id, id))
    await emitAdminChanged(tx, row)
  }
  await endSessions(tx, { role: 'admin', id, keep }, 'secondFactorChanged', at)
  await mailAdmin(
    tx,
    id,
    topic ?? (!isChanged ? 'factorsChanged' : secondFactor ? 'secondFactorOn' : 'secondFactorOff'),
  )
  const before = { secondFactor: found.secondFactor, ...(passkeys && { passkeys: passkeys.before }) }
  const after = { secondFactor, ...(passkeys && { passkeys: passkeys.after }) }
  storeAuditEntry(tx, auditEntry(caller, { action, entity: 'admin', entityId: id, before, after }))
}

/**
 * Records that a factor was deleted. If it was the last one, the second factor is off, and the recovery codes are
 * deleted.
 */
export async function factorDeleted(tx: Tx, found: AdminRow, change: Change, caller: Caller): Promise<void> {
  const secondFactor = Boolean((await findTotp(tx, found.id))?.confirmedAt) || (await hasPasskey(tx, found.id))
  if (!secondFactor) await deleteFactors(tx, found.id)
  await changeFactor(tx, found, { ...change, secondFactor }, caller)
}
