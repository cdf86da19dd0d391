import { setTimeout as wait } from 'node:timers/promises'
import { canOrder } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { inArray, lte } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { findOpenIntents } from '../intent/queries.ts'
import { lockOrder } from '../order/queries.ts'
import { type OrderRow, orders } from '../tables.ts'
import { hasPendingWebhook } from '../webhook/queries.ts'
import { applySteps, reconcile } from './reconcile.ts'

/** Orders that are asked about at once: as many as the provider looks up in one call. */
const batchSize = 100
/** Milliseconds for which whoever took an order to look it up has it to itself. */
const leaseMs = 30_000
/** Milliseconds between two look-ups of single orders: whoever sends notices that are none makes us ask no faster. */
const pauseMs = 50

/**
 * Asks the provider about orders whose time it is: of which it has sent notice, which await a payment, and which closed a
 * short while ago. What it knows is settled; what nobody has paid in time is cancelled. So a notice that was lost is made up
 * for within minutes, and one that is forged costs one look-up at most. Processes share the work.
 */
export async function reconcileDueOrders(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (let taken = batchSize; taken === batchSize && !signal.aborted; ) {
    const due = await ctx.db.transaction((tx) => claimDueOrders(tx, ctx.now()))
    taken = due.length
    if (taken === 0) return
    const askedAt = ctx.now()
    const tried = await ctx.provider.findAttemptedOrders(due.map(({ merchantUid }) => merchantUid))
    for (const order of due) if (!tried.has(order.merchantUid)) await reconcileOrder(ctx, order, askedAt)
    for (const order of due) {
      if (signal.aborted) return
      if (!tried.has(order.merchantUid)) continue
      await reconcileOrder(ctx, order)
      await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

async function claimDueOrders(tx: Tx, now: Date): Promise<OrderRow[]> {
  const due = tx
    .select({ id: orders.id })
    .from(orders)
    .where(lte(orders.checkAt, now))
    .orderBy(orders.checkAt)
    .limit(batchSize)
    .for('update', { skipLocked: true })
  return tx
    .update(orders)
    .set({ checkAt: new Date(now.getTime() + leaseMs) })
    .where(inArray(orders.id, due))
    .returning()
}

/**
 * One that fails comes again when its lease is over, and holds up no other.
 * @param untriedAt when the provider was asked, and nobody had tried to pay it
 */
async function reconcileOrder(ctx: Ctx, { id, merchantUid }: OrderRow, untriedAt?: Date): Promise<void> {
  try {
    const askedAt = untriedAt ?? ctx.now()
    const payments = untriedAt ? [] : await ctx.provider.listAttempts(merchantUid)
    await ctx.db.transaction(async (tx) => {
      const order = await lockOrder(tx, id)
      if (!order) return
      const by = { at: ctx.now(), actorId: null }
      const settled = await reconcile(tx, order, payments, { ...by, lookup: { askedAt } })
      if (await isExpired(tx, settled, askedAt))
        await applySteps(tx, settled, [{ do: 'move', action: 'cancel', cause: 'unpaid', payment: null }], by)
    })
    ctx.workers.resumeIntents() // money may have to go back
  } catch (err) {
    ctx.log.warn({ err, orderId: id }, 'an order was not checked; it will be again')
  }
}

/** What is being charged right now is not given up, nor what the provider has sent notice of since it was asked. */
async function isExpired(tx: Tx, order: OrderRow, askedAt: Date): Promise<boolean> {
  if (!canOrder('cancel', order.state) || order.expiresAt === null || order.expiresAt > askedAt) return false
  if (await hasPendingWebhook(tx, order.id)) return false
  return (await findOpenIntents(tx, order.id)).length === 0
}
