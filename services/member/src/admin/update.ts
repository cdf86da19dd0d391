import type { Caller, Versioned } from '@kingcar/bus'
import { type Admin, AppError, type contract, type Input } from '@kingcar/contract'
import { assertUnchanged, auditEntry, difference, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { endSessions } from '../session/queries.ts'
import { admins } from '../tables.ts'
import { emitAdminChanged, lockAdmin, lockEnabledAdmins, toAdmin } from './queries.ts'

/** Renames, disables or enables an administrator. Disabling ends their sessions. One enabled account always remains. */
export async function updateAdmin(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, name, disabled }: Input<typeof contract.member.updateAdmin>,
  caller: Caller,
): Promise<Versioned<Admin>> {
  const patch = { name: name === undefined ? undefined : personName(name), disabled }
  return ctx.db.transaction(async (tx) => {
    const enabled = patch.disabled ? await lockEnabledAdmins(tx) : []
    const found = await lockAdmin(tx, id)
    if (!found) throw new AppError('ADMIN_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    const changed = difference(found, patch)
    if (!changed) return { result: toAdmin(found), version: found.version }
    if (changed.after.disabled && enabled.length <= 1) throw new AppError('LAST_ADMIN')

    const row = { ...found, ...changed.after, ...nextVersion(found, Object.keys(changed.after)) }
    await tx
      .update(admins)
      .set({ name: row.name, disabled: row.disabled, version: row.version, fieldVersions: row.fieldVersions })
      .where(eq(admins.id, id))
    if (changed.after.disabled) await endSessions(tx, { role: 'admin', id }, 'disabled', ctx.now())
    await emitAdminChanged(tx, row)
    await storeAuditEntry(tx, auditEntry(caller, { action: 'updateAdmin', entity: 'admin', entityId: id, ...changed }))
    return { result: toAdmin(row), version: row.version }
  })
}
