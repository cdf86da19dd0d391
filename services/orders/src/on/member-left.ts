import type { DeliveredEvent } from '@kingcar/bus'
import { forgetCars } from '../car/store.ts'
import { removeCardsOf } from '../card/change.ts'
import type { Ctx } from '../context.ts'
import { eraseMember, lockMember } from '../member/former.ts'
import { cancelOrdersOf } from '../order/cancel.ts'
import { stopRenewalsOf } from '../renewal/stop.ts'

/**
 * A member has left: what tells who it was is erased, nothing is charged any more, and cards are revoked at the provider.
 * Orders and the ledger stay, and name nobody.
 */
export async function onMemberLeft(ctx: Ctx, { payload }: DeliveredEvent<'member.left'>): Promise<void> {
  const { memberId, leftAt } = payload
  await ctx.db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    await eraseMember(tx, memberId, new Date(leftAt))
    await forgetCars(tx, memberId)
    await cancelOrdersOf(tx, memberId, ctx.now())
    await stopRenewalsOf(tx, memberId)
    await removeCardsOf(tx, memberId, ctx.now())
  })
  ctx.workers.cards()
}
