import { canOrder } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setRefunding } from '../fulfilment/product-of-order.ts'
import { isCancelDone } from '../intent/intent.ts'
import { closeIntent, intentAgeMs, lockIntent, postponeIntent } from '../intent/queries.ts'
import { describeBuyer } from '../order/describe.ts'
import { addLedgerEntry, lockOrder } from '../order/queries.ts'
import { type Payment, ProviderRefused, ProviderUnreachable } from '../provider/provider.ts'
import { type CardRow, cards, type IntentRow, type OrderRow, orders } from '../tables.ts'
import { applySteps, type ChangeContext, reconcile } from './reconcile.ts'

/*
 * How money moves. The intent is a row before the provider is called. What the provider answers is settled together with
 * it in one transaction. Where the answer is lost, or the process dies, the intent stays open: later the provider is asked
 * what has become of it, and only what it certainly does not know of is over. A charge is never sent twice; a cancellation
 * may be, since it names what we believe is left of the payment, and the provider refuses it where that is not so.
 */

/** Milliseconds until an intent whose outcome is not known is looked at again: doubled each time. */
const firstRetryMs = 500
const maxRetryMs = 60_000
const retryDelayMs = (attempts: number) => Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(attempts, 20))

/** What the provider said, or what it has, once it is known how it ended. */
type ProviderOutcome = { payments: Payment[]; askedAt: Date; refusal?: string }

/** Notices of other payments are not answered by it. */
const lookupScopeOf = ({ askedAt, payments }: ProviderOutcome) => ({
  askedAt,
  about: payments.map(({ paymentUid }) => paymentUid),
})

/** Sends what was written a moment ago by this very request, and settles it. Gives it back as it stands then. */
export const executeIntent = (ctx: Ctx, intent: IntentRow): Promise<IntentRow> =>
  runAndRecord(ctx, intent, () => (intent.kind === 'charge' ? sendCharge(ctx, intent) : sendCancel(ctx, intent)))

/** Finds out what has become of an intent whose outcome nobody knows, and settles it. */
export const resumeIntent = (ctx: Ctx, intent: IntentRow): Promise<IntentRow> =>
  runAndRecord(ctx, intent, () =>
    intent.kind === 'charge' ? lookUpCharge(ctx, intent) : lookUpOrResendCancel(ctx, intent),
  )

async function runAndRecord(
  ctx: Ctx,
  intent: IntentRow,
  work: () => Promise<ProviderOutcome | 'lost' | undefined>,
): Promise<IntentRow> {
  let known: ProviderOutcome | 'lost' | undefined
  try {
    known = await work()
  } catch (err) {
    if (err instanceof ProviderUnreachable && intent.kind === 'charge' && intent.attempts === 0)
      known = 'lost' // it was never sent
    else
      ctx.log.warn({ err, kind: intent.kind, attempts: intent.attempts }, 'the outcome of a payment is not known yet')
  }
  await fault(`orders.${intent.kind}.answered`)
  const concluded = await ctx.db.transaction((tx) => recordOutcome(ctx, tx, intent, known))
  ctx.metrics.intents.inc({ kind: concluded.kind, state: concluded.state })
  return concluded
}

async function sendCharge(ctx: Ctx, intent: IntentRow): Promise<ProviderOutcome> {
  const [order, card] = await Promise.all([getOrder(ctx, intent), findActiveCard(ctx, intent)])
  const { merchantUid: orderUid, amount, productName: name } = order
  const askedAt = ctx.now()
  if (!card) return { payments: [], askedAt, refusal: '삭제된 카드예요.' }
  const buyer = await describeBuyer(ctx.db.read, order.memberId)
  try {
    const { customerUid } = card
    return { payments: [await ctx.provider.charge({ customerUid, orderUid, amount, name, ...buyer })], askedAt }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // refused may mean: it was paid already
    return { payments: await ctx.provider.listAttempts(orderUid), askedAt, refusal: error.message }
  }
}

/** A charge that the provider knows nothing of, long after it was sent, has never arrived. */
async function lookUpCharge(ctx: Ctx, intent: IntentRow): Promise<ProviderOutcome | 'lost' | undefined> {
  const askedAt = ctx.now()
  const [{ merchantUid }, age] = await Promise.all([getOrder(ctx, intent), intentAgeMs(ctx.db.read, intent)])
  const payments = await ctx.provider.listAttempts(merchantUid)
  // what failed or is awaited in the window is not this one
  const own = payments.filter(({ status, inWindow }) => !inWindow || status === 'paid' || status === 'cancelled')
  if (own.some(({ status }) => status === 'ready')) return undefined
  if (own.length > 0) return { payments, askedAt }
  return age > ctx.chargeLostAfterMs ? 'lost' : undefined
}

async function sendCancel(ctx: Ctx, intent: IntentRow): Promise<ProviderOutcome> {
  const { paymentUid, amount, cancellable, reason, cause } = cancelOf(intent)
  const askedAt = ctx.now()
  try {
    return {
      payments: [await ctx.provider.cancel({ paymentUid, amount, cancellable, reason: reason ?? cause })],
      askedAt,
    }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // where it was sent before, refused may mean: it went back already
    const payment = await ctx.provider.findPayment(paymentUid)
    if (intent.attempts > 0 && payment && isCancelDone(intent, payment)) return { payments: [payment], askedAt }
    return { payments: payment ? [payment] : [], askedAt, refusal: error.message }
  }
}

async function lookUpOrResendCancel(ctx: Ctx, intent: IntentRow): Promise<ProviderOutcome> {
  const askedAt = ctx.now()
  const payment = await ctx.provider.findPayment(cancelOf(intent).paymentUid)
  if (payment && isCancelDone(intent, payment)) return { payments: [payment], askedAt }
  return sendCancel(ctx, intent)
}

function cancelOf({ paymentUid, cancellable, ...intent }: IntentRow) {
  if (paymentUid === null || cancellable === null) throw new Error('not a cancellation')
  return { ...intent, paymentUid, cancellable }
}

/** Settles an intent and its order together; the order is locked first, as everywhere. What became known meanwhile stands. */
async function recordOutcome(
  ctx: Ctx,
  tx: Tx,
  { id, orderId }: IntentRow,
  known: ProviderOutcome | 'lost' | undefined,
): Promise<IntentRow> {
  const order = await lockOrder(tx, orderId)
  const intent = await lockIntent(tx, id)
  if (!order || intent.state !== 'open') return intent
  const by: ChangeContext = { at: ctx.now(), actorId: intent.actorId, refundCause: intent.cause }
  if (known === undefined) await postponeIntent(tx, id, retryDelayMs(intent.attempts))
  else if (known === 'lost') {
    await closeIntent(tx, id, 'lost', null)
    addLedgerEntry(tx, order, {
      from: order.state,
      at: by.at,
      actorId: null,
      cause: 'chargeLost',
      amount: intent.amount,
    })
  } else if (intent.kind === 'charge') await recordCharge(tx, intent, order, known, by)
  else await recordCancel(tx, intent, order, known, by)
  return lockIntent(tx, id)
}

async function recordCharge(
  tx: Tx,
  intent: IntentRow,
  order: OrderRow,
  known: ProviderOutcome,
  by: ChangeContext,
): Promise<void> {
  const settled = await reconcile(tx, order, known.payments, {
    ...by,
    lookup: lookupScopeOf(known),
    intentId: intent.id,
  })
  if (settled.paymentUid !== null) {
    await closeIntent(tx, intent.id, 'done', null)
    return
  }
  const reason = known.refusal ?? settled.failReason ?? 'paymentFailed'
  await closeIntent(tx, intent.id, 'refused', reason)
  if (canOrder('fail', settled.state))
    await applySteps(tx, settled, [{ do: 'move', action: 'fail', cause: 'paymentFailed', reason, payment: null }], by)
}

async function recordCancel(
  tx: Tx,
  intent: IntentRow,
  order: OrderRow,
  known: ProviderOutcome,
  by: ChangeContext,
): Promise<void> {
  const refused = known.refusal !== undefined
  const settled = await reconcile(tx, order, known.payments, {
    ...by,
    lookup: lookupScopeOf(known),
    cancelRefused: refused,
  })
  if ((await lockIntent(tx, intent.id)).state !== 'open') return // it was the order's own payment
  await closeIntent(tx, intent.id, refused ? 'refused' : 'done', known.refusal ?? null)
  const cause = refused ? 'cancelRefused' : `returned.${intent.cause}`
  addLedgerEntry(tx, settled, { from: settled.state, at: by.at, actorId: by.actorId, cause, amount: intent.amount })
  if (intent.paymentUid === order.paymentUid) await setRefunding(tx, settled, false)
}

async function getOrder({ db }: Ctx, { orderId }: IntentRow): Promise<OrderRow> {
  const [row] = await db.read.select().from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error('an order was lost')
  return row
}

/** Undefined where it was removed meanwhile. */
async function findActiveCard({ db }: Ctx, { cardId }: IntentRow): Promise<CardRow | undefined> {
  if (cardId === null) throw new Error('not a charge')
  const [row] = await db.read.select().from(cards).where(eq(cards.id, cardId))
  return row?.state === 'kept' ? row : undefined
}
