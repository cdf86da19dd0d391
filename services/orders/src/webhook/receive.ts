import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, validationDetails } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, isNull, notInArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { isMerchantUid } from '../order/order.ts'
import { reconcileBefore } from '../order/queries.ts'
import type { Api } from '../provider/provider.ts'
import { orders, webhooks } from '../tables.ts'
import { isSigned } from './signature.ts'

const signedOp = contract.orders.receiveSignedPaymentWebhook

/** Largest number of webhooks stored for one order. The provider sends only a few; more come from another sender. */
const maxPerOrder = 100

type Outcome = 'stored' | 'known' | 'tooMany' | 'notOurs'

/**
 * Receives a webhook of the provider. Only the id of the order is trusted, and a job asks the provider about that
 * order. A webhook is stored before the response, so that it is not lost, and each is stored once, so that a thousand
 * copies cost one lookup.
 */
export function receivePaymentWebhook(
  ctx: Deps,
  {
    imp_uid: paymentUid,
    merchant_uid: orderUid,
    status,
    cancellation_id: cancellationId,
  }: Input<Ops['receivePaymentWebhook']>,
): Promise<null> {
  return receive(ctx, { paymentUid, orderUid, status, cancellationId: cancellationId ?? '' }, 'v1')
}

/**
 * `receivePaymentWebhook` for API V2, whose webhooks are signed. Webhooks without a payment, such as those about
 * billing keys, change nothing.
 * @throws AppError WEBHOOK_SIGNATURE_INVALID before anything is read, then VALIDATION_FAILED
 */
export async function receiveSignedPaymentWebhook(
  ctx: Deps & Pick<Ctx, 'webhookSecrets'>,
  input: Input<Ops['receiveSignedPaymentWebhook']>,
  { signed }: Pick<Caller, 'signed'>,
): Promise<null> {
  if (!isSigned(ctx.webhookSecrets, signed, Date.now())) {
    ctx.metrics.webhooks.inc({ outcome: 'notSigned' })
    throw new AppError('WEBHOOK_SIGNATURE_INVALID')
  }
  const details = validationDetails(signedOp.input, input)
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  const { type: status, data } = input
  const { paymentId, transactionId, cancellationId = '' } = data
  if (paymentId === undefined || transactionId === undefined) return null
  return receive(ctx, { paymentUid: transactionId, orderUid: paymentId, status, cancellationId }, 'v2')
}

type Ops = typeof contract.orders
type Deps = Pick<Ctx, 'db' | 'metrics' | 'now' | 'providers' | 'workers'>
type Notice = { paymentUid: string; orderUid: string; status: string; cancellationId: string }

async function receive(ctx: Deps, notice: Notice, api: Api): Promise<null> {
  await fault('orders.webhook.received')
  const outcome = (await isKnownOrder(ctx, notice.orderUid))
    ? await ctx.db.transaction(async (tx) => {
        if (ctx.providers.configured.includes(api)) await lookAlsoAt(tx, notice.orderUid, api)
        return store(tx, notice, ctx.now())
      })
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

/**
 * Makes later look-ups ask both APIs: an app that does not know the order's API yet has paid by the other one. Not for
 * a sale at a counter, which no app pays and whose receipts belong to its own API.
 */
const lookAlsoAt = (tx: Tx, merchantUid: string, api: Api) =>
  tx
    .update(orders)
    .set({ api: 'both' })
    .where(and(eq(orders.merchantUid, merchantUid), isNull(orders.storeId), notInArray(orders.api, [api, 'both'])))

async function store(
  tx: Tx,
  { paymentUid: impUid, orderUid: merchantUid, status, cancellationId }: Notice,
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
    .values({ impUid, status, cancellationId, orderId: order.id, receivedAt: now })
    .onConflictDoNothing()
    .returning({ impUid: webhooks.impUid })
  if (stored.length === 0) return 'known'
  await reconcileBefore(tx, order.id, now)
  return 'stored'
}
