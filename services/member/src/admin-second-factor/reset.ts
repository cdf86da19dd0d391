import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { lockAdmin, lockAsOwner } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { deleteFactors, hasPasskey } from '../second-factor/queries.ts'
import { changeFactor } from './change-factor.ts'

const op = contract.member.resetSecondFactor

/**
 * Switches off the second factor of another administrator. It is not possible for the caller's own account, because a
 * stolen access token would be enough to remove its protection.
 * @throws AppError ADMIN_NOT_FOUND, OWN_SECOND_FACTOR or FORBIDDEN
 */
export async function resetSecondFactor(
  { db, now, tasks }: Pick<Ctx, 'db' | 'now' | 'tasks'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  await db.transaction(async (tx) => {
    if (caller.actor?.id === id) throw new AppError('OWN_SECOND_FACTOR')
    await lockAsOwner(tx, caller)
    const admin = await lockAdmin(tx, id)
    if (!admin) throw new AppError('ADMIN_NOT_FOUND')
    // A process of an earlier version may have reset the second factor without deleting the passkeys.
    if (!admin.secondFactor && !(await hasPasskey(tx, id))) return
    await deleteFactors(tx, id)
    const change = { secondFactor: false, action: op.name, topic: 'secondFactorReset', at: now() } as const
    await changeFactor(tx, admin, change, caller)
  })
  tasks.kick()
  return null
}
