import type { DeliveredEvent } from '@kingcar/bus'
import { removeCardsOf } from '../card/update.ts'
import type { Ctx } from '../context.ts'
import { eraseMember, lockMemberWrites } from '../member/lock.ts'
import { deleteCarsOf } from '../member/queries.ts'
import { cancelUnpaidOrdersOf } from '../payment/cancel.ts'
import { stopRenewalsOf } from '../renewal/stop.ts'

/**
 * A member has left: what tells who it was is erased, nothing is charged any more, and cards are revoked at the provider.
 * Orders and the ledger stay, and name nobody.
 */
export async function onMemberLeft(ctx: Ctx, { payload }: DeliveredEvent<'member.left'>): Promise<void> {
  const { memberId, leftAt } = payload
  await ctx.db.transaction(async (tx) => {
    await lockMemberWrites(tx, memberId)
    await eraseMember(tx, memberId, new Date(leftAt))
    await deleteCarsOf(tx, memberId)
    await cancelUnpaidOrdersOf(tx, memberId, ctx.now())
    await stopRenewalsOf(tx, memberId)
    await removeCardsOf(tx, memberId, ctx.now())
  })
  ctx.workers.revokeCardKeys()
}
