import type { EventOf } from '@kingcar/contract'
import { markProcessed } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { idOfText } from '../crypto/id-of-text.ts'
import { recordHappening } from './record-happening.ts'

/** Consumer name in the inbox, so that an event that arrives twice alerts once. */
const consumer = 'refund-alerts'
/** In milliseconds. An older refund, from a backlog, opens no alert, because it can no longer be stopped. */
const longestAge = 86_400_000

/** Alerts about refunds, by the total that was refunded of the order. */
export async function alertOfRefunds(
  ctx: Pick<Ctx, 'channels' | 'db' | 'now' | 'sendsMail' | 'tasks' | 'webhooks'>,
  payloads: readonly EventOf<'orders.orderChanged'>[],
): Promise<void> {
  const oldest = ctx.now().getTime() - longestAge
  for (const { order, version, happened } of payloads) {
    if (!happened?.includes('refunded') || Date.parse(order.refundedAt ?? '') < oldest) continue
    await ctx.db.transaction(async (tx) => {
      if (!(await markProcessed(tx, consumer, idOfText(`${consumer} ${order.id} ${version}`)))) return
      await recordHappening(tx, ctx, { kind: 'refund', value: order.refundedAmount, targetId: order.id })
    })
    ctx.tasks.kick()
    ctx.webhooks.kick()
  }
}
