import type { DeliveredEvent } from '@kingcar/bus'
import { removeCardsOf } from '../card/delete.ts'
import { eraseIdentifiersOf } from '../cash-receipt/queries.ts'
import type { Ctx } from '../context.ts'
import { deleteCarsOf, eraseMember, lockMemberWrites } from '../member/queries.ts'
import { cancelUnpaidOrdersOf } from '../payment/cancel.ts'
import { eraseAnswerReasonsOf } from '../price-change/queries.ts'
import { stopRenewalsOf } from '../renewal/stop.ts'

export type MemberLeftContext = Pick<Ctx, 'db' | 'now' | 'workers'>

/**
 * Erases the personal data of a member who has left, cancels unpaid orders, stops renewals and removes the cards, whose keys
 * a job revokes. Orders and the ledger stay; they hold no personal data.
 */
export async function onMemberLeft(ctx: MemberLeftContext, { payload }: DeliveredEvent<'member.left'>): Promise<void> {
  const { memberId, leftAt } = payload
  await ctx.db.transaction(async (tx) => {
    await lockMemberWrites(tx, memberId)
    await eraseMember(tx, memberId, new Date(leftAt))
    await deleteCarsOf(tx, memberId)
    await eraseIdentifiersOf(tx, memberId)
    await stopRenewalsOf(tx, memberId, ctx.now())
    await eraseAnswerReasonsOf(tx, memberId) // after the member's writes were stopped: no further reason can be recorded
    await removeCardsOf(tx, memberId, ctx.now())
  })
  await cancelUnpaidOrdersOf(ctx, memberId) // in separate transactions, because a member may have many orders
  ctx.workers.revokeCardKeys()
}
