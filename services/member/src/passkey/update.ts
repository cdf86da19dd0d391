import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type Passkey } from '@kingcar/contract'
import { auditEntry } from '@kingcar/db'
import { lockAdmin } from '../admin/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { listPasskeys, renamePasskey, toPasskey } from './queries.ts'

const op = contract.member.updatePasskey

/**
 * Renames a passkey of the caller's own account.
 * @throws AppError PASSKEY_NOT_FOUND
 */
export function updatePasskey(
  { db }: Pick<Ctx, 'db'>,
  { id, name }: Input<typeof op>,
  caller: Caller,
): Promise<Passkey> {
  return db.transaction(async (tx) => {
    if (!caller.actor) throw new AppError('UNAUTHENTICATED')
    const { id: adminId } = caller.actor
    await lockAdmin(tx, adminId)
    const own = await listPasskeys(tx, adminId)
    const found = own.find((each) => each.id === id)
    if (!found) throw new AppError('PASSKEY_NOT_FOUND')
    if (found.name !== name) {
      await renamePasskey(tx, id, name)
      const before = { passkeys: own.map((each) => each.name) }
      const after = { passkeys: own.map((each) => (each === found ? name : each.name)) }
      storeAuditEntry(tx, auditEntry(caller, { action: op.name, entity: 'admin', entityId: adminId, before, after }))
    }
    return toPasskey({ ...found, name })
  })
}
