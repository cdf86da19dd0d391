import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { lockAdmin } from '../admin/queries.ts'
import { factorDeleted } from '../admin-second-factor/change-factor.ts'
import type { Ctx } from '../context.ts'
import { deletePasskeyOf, listPasskeys } from './queries.ts'

const op = contract.member.deletePasskey

/**
 * Deletes a passkey of the caller's own account.
 * @throws AppError PASSKEY_NOT_FOUND
 */
export async function deletePasskey(
  { db, now, tasks }: Pick<Ctx, 'db' | 'now' | 'tasks'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  await db.transaction(async (tx) => {
    if (!caller.actor) throw new AppError('UNAUTHENTICATED')
    const { id: adminId, sessionId: keep } = caller.actor
    const admin = await lockAdmin(tx, adminId)
    const before = await listPasskeys(tx, adminId)
    if (!admin || !(await deletePasskeyOf(tx, adminId, id))) throw new AppError('PASSKEY_NOT_FOUND')
    const after = before.filter((passkey) => passkey.id !== id)
    const names = (rows: typeof before) => rows.map(({ name }) => name)
    const passkeys = { before: names(before), after: names(after) }
    await factorDeleted(tx, admin, { keep, action: op.name, at: now(), passkeys }, caller)
  })
  tasks.kick()
  return null
}
