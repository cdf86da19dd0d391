import { contract, type Input } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { isMerchantUid } from '../order/order.ts'
import { reconcileBefore } from '../order/queries.ts'
import { orders, webhooks } from '../tables.ts'

/** Webhooks stored for one order. The provider sends a handful; a sender of more is not the provider. */
const maxPerOrder = 100

type Outcome = 'stored' | 'known' | 'tooMany' | 'notOurs'

/**
 * Receives a webhook of the provider. Only the order that it names is trusted, and a job asks the provider about that order.
 * A webhook is stored before the response, so that it is not lost, and once, so that a thousand copies cost one lookup.
 */
export async function receivePaymentWebhook(
  ctx: Pick<Ctx, 'db' | 'metrics' | 'now' | 'workers'>,
  input: Input<typeof contract.orders.receivePaymentWebhook>,
): Promise<null> {
  await fault('orders.webhook.received')
  const outcome = (await isKnownOrder(ctx, input.merchant_uid))
    ? await ctx.db.transaction((tx) => store(tx, input, ctx.now()))
    : 'notOurs'
  ctx.metrics.webhooks.inc({ outcome })
  await fault('orders.webhook.stored')
  if (outcome === 'stored') ctx.workers.reconcileOrders()
  return null
}

/** Checked before anything is written, since any client may send webhooks. */
async function isKnownOrder({ db }: Pick<Ctx, 'db'>, merchantUid: string): Promise<boolean> {
  if (!isMerchantUid(merchantUid)) return false
  return (await db.read.$count(orders, eq(orders.merchantUid, merchantUid))) > 0
}

async function store(
  tx: Tx,
  { imp_uid: impUid, merchant_uid: merchantUid, status, cancellation_id: cancellationId }: Input<typeof op>,
  now: Date,
): Promise<Outcome> {
  const [order] = await tx
    .select({ id: orders.id, kept: tx.$count(webhooks, eq(webhooks.orderId, orders.id)) })
    .from(orders)
    .where(eq(orders.merchantUid, merchantUid))
  if (!order) return 'notOurs'
  if (order.kept >= maxPerOrder) return 'tooMany'
  const stored = await tx
    .insert(webhooks)
    .values({ impUid, status, cancellationId: cancellationId ?? '', orderId: order.id, receivedAt: now })
    .onConflictDoNothing()
    .returning({ impUid: webhooks.impUid })
  if (stored.length === 0) return 'known'
  await reconcileBefore(tx, order.id, now)
  return 'stored'
}

const op = contract.orders.receivePaymentWebhook
