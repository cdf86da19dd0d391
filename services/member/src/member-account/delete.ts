import type { Caller, Versioned } from '@kingcar/bus'
import type { contract, Input } from '@kingcar/contract'
import { assertUnchanged } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { callingMember } from '../member/calling-member.ts'
import { lockMemberRow } from '../member/queries.ts'
import { enqueueRevocation } from '../social/grant.ts'
import { leave } from './leave.ts'
import { requireLeaveConfirmation } from './require-leave-confirmation.ts'

/**
 * The calling member leaves, and the grant at their provider is revoked. A repeated call succeeds.
 * @throws AppError LEAVE_NEEDS_CONFIRMATION without `confirm`, if the member would lose products or orders
 */
export async function deleteMe(
  ctx: Pick<Ctx, 'db' | 'log' | 'now' | 'secretBox' | 'social' | 'tasks'>,
  { confirm }: Input<typeof contract.member.deleteMe>,
  caller: Caller,
): Promise<Versioned<null>> {
  const { id } = callingMember(caller)
  await ctx.db.transaction(async (tx) => {
    const member = await lockMemberRow(tx, id)
    if (!member) return
    assertUnchanged(caller.ifMatch, member)
    if (confirm !== true) await requireLeaveConfirmation(tx, id)
    await enqueueRevocation(ctx, tx, member)
    await leave(ctx, tx, member)
  })
  ctx.tasks.kick()
  return { result: null, version: 'left' }
}
