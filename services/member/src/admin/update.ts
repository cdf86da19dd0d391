import type { Caller, Versioned } from '@kingcar/bus'
import { type Admin, AppError, type contract, type Input } from '@kingcar/contract'
import { assertUnchanged, auditEntry, difference, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { endLinksBy, expirePasswordLinksOf } from '../admin-link/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { endSessions } from '../session/queries.ts'
import { admins } from '../tables.ts'
import { emitAdminChanged, lockAdmin, lockEnabledOwners, toAdmin } from './queries.ts'
import { assertStoresExist, changedRights } from './rights.ts'

/**
 * Renames, disables or enables an administrator, or changes the rights. Disabling ends their sessions. One enabled owner always
 * remains.
 */
export async function updateAdmin(
  ctx: Pick<Ctx, 'bus' | 'db' | 'now'>,
  { id, name, disabled, role, storeIds }: Input<typeof contract.member.updateAdmin>,
  caller: Caller,
): Promise<Versioned<Admin>> {
  if (storeIds) await assertStoresExist(ctx.bus, storeIds, caller)
  const patch = { name: name === undefined ? undefined : personName(name), disabled }
  return ctx.db.transaction(async (tx) => {
    const owners = patch.disabled || role !== undefined ? await lockEnabledOwners(tx) : []
    const found = await lockAdmin(tx, id)
    if (!found) throw new AppError('ADMIN_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    const changed = difference(found, { ...patch, ...changedRights(found, { role, storeIds }) })
    if (!changed) return { result: toAdmin(found), version: found.version }
    const { after } = changed
    const changesRights = after.role !== undefined || after.storeIds !== undefined
    if (changesRights && caller.actor?.id === id) throw new AppError('OWN_ROLE')
    const row = { ...found, ...after, ...nextVersion(found, Object.keys(after)) }
    if (owners.includes(id) && owners.length === 1 && (row.disabled || row.role !== 'owner'))
      throw new AppError('LAST_ADMIN')

    const { version, fieldVersions } = row
    if (after.disabled) row.alertPhone = null // personal data that nothing needs any more
    const { alertPhone } = row
    await tx
      .update(admins)
      .set({ ...after, alertPhone, version, fieldVersions })
      .where(eq(admins.id, id))
    if (after.disabled || after.role !== undefined) await endLinksBy(tx, id, ctx.now())
    if (after.disabled) await expirePasswordLinksOf(tx, id, ctx.now())
    if (after.disabled) await endSessions(tx, { role: 'admin', id }, 'disabled', ctx.now())
    await emitAdminChanged(tx, row)
    storeAuditEntry(tx, auditEntry(caller, { action: 'updateAdmin', entity: 'admin', entityId: id, ...changed }))
    return { result: toAdmin(row), version: row.version }
  })
}
