import { canOrder, type RefundAccount } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { handleUnknownRenewal } from '../fulfilment/dunning.ts'
import { setRefunding } from '../fulfilment/product-of-order.ts'
import { isCancelDone } from '../intent/intent.ts'
import { addChargeIntent, closeIntent, intentAgeMs, lockIntent, postponeIntent } from '../intent/queries.ts'
import type { RequestKey } from '../intent/request-key.ts'
import { describeBuyer } from '../order/describe.ts'
import type { Refusal } from '../order/order.ts'
import { addLedgerEntry, lockOrder } from '../order/queries.ts'
import { noteFailedReturn } from '../owed-return/queries.ts'
import { afterWrite } from '../provider/exchange.ts'
import { type Payment, ProviderRefused, ProviderUnreachable } from '../provider/provider.ts'
import { type CardRow, cards, type IntentRow, type OrderRow, orders } from '../tables.ts'
import { outcomeUnknown, paymentInProgress } from './errors.ts'
import { applySteps, type ChangeContext, reconcile } from './reconcile.ts'

/*
 * How money moves. The intent is stored before the provider is called. The provider's response and the reconciled order
 * are stored in one transaction. If the response is lost or the process crashes, the intent stays open, and a job later
 * asks the provider for the outcome. A charge is never sent twice. It counts as lost only if the provider certainly has
 * no record of it. A cancellation may be sent twice, since it contains the amount that KingCar believes is left of the
 * payment: the provider refuses it if that amount is wrong.
 */

export type ExecuteContext = Pick<
  Ctx,
  'chargeLostAfterMs' | 'db' | 'log' | 'metrics' | 'now' | 'providers' | 'secretBox'
>

/** Milliseconds until an intent with an unknown outcome is looked up again; doubled with each attempt. */
const firstRetryMs = 500
const maxRetryMs = 60_000
const retryDelayMs = (attempts: number) => Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(attempts, 20))

/** The end of an intent: the provider's payment records, and the reason if the provider refused. */
type ProviderOutcome = { payments: Payment[]; askedAt: Date; refusal?: Refusal }

/** The lookup covers webhooks of these payments only. */
const lookupScopeOf = ({ askedAt, payments }: ProviderOutcome) => ({
  askedAt,
  about: payments.map(({ paymentUid }) => paymentUid),
})

/** Executes the intent that the caller has created, reconciles the order and returns the updated intent. */
export const executeIntent = (ctx: ExecuteContext, intent: IntentRow): Promise<IntentRow> =>
  runAndRecord(ctx, intent, () => (intent.kind === 'charge' ? sendCharge(ctx, intent) : sendCancel(ctx, intent)))

/** An intent of this request, or the one that an earlier attempt of the request created. */
export type BegunIntent = { intent: IntentRow; isNew: boolean }

/**
 * Adds the charge that a request needs. The caller has locked the order and found no open intent.
 * @param before the lost charge of an earlier attempt of the request, which keeps the key
 * @throws AppError CONFLICT if the order has a charge that is open or done
 */
export async function beginCharge(
  tx: Tx,
  order: OrderRow,
  cardId: string,
  by: { cause: string; actorId: string | null; key: RequestKey | undefined; before: IntentRow | undefined },
): Promise<BegunIntent> {
  const { cause, actorId, key, before } = by
  const intent = await addChargeIntent(tx, order, cardId, { cause, actorId, ...(before ? {} : key?.columns) })
  if (!intent) throw paymentInProgress()
  return { intent, isNew: true }
}

/**
 * Executes a charge that this request created and returns its closed intent, or that of an earlier attempt.
 * @throws AppError CONFLICT while the earlier attempt is executed, UNAVAILABLE if the outcome is not known yet
 */
export async function concludeCharge(ctx: ExecuteContext, { intent, isNew }: BegunIntent): Promise<IntentRow> {
  const executed = isNew ? await executeIntent(ctx, intent) : intent
  if (executed.state === 'open' && !isNew) throw paymentInProgress()
  if (executed.state === 'open' || executed.state === 'lost') throw outcomeUnknown()
  return executed
}

/** Asks the provider for the outcome of an open intent, reconciles the order and returns the updated intent. */
export const resumeIntent = (ctx: ExecuteContext, intent: IntentRow): Promise<IntentRow> =>
  runAndRecord(ctx, intent, () =>
    intent.kind === 'charge' ? lookUpCharge(ctx, intent) : lookUpOrResendCancel(ctx, intent),
  )

async function runAndRecord(
  ctx: ExecuteContext,
  intent: IntentRow,
  work: () => Promise<ProviderOutcome | 'lost' | undefined>,
): Promise<IntentRow> {
  let outcome: ProviderOutcome | 'lost' | undefined
  try {
    outcome = await work()
  } catch (err) {
    if (err instanceof ProviderUnreachable && intent.kind === 'charge' && intent.attempts === 0)
      outcome = 'lost' // the charge was never sent
    else ctx.log.warn({ err, kind: intent.kind, attempts: intent.attempts }, 'payment outcome unknown, retrying')
  }
  await fault(`orders.${intent.kind}.answered`)
  const concluded = await ctx.db.transaction((tx) => recordOutcome(ctx, tx, intent, outcome))
  ctx.metrics.intents.inc({ kind: concluded.kind, state: concluded.state })
  return concluded
}

async function sendCharge(ctx: ExecuteContext, intent: IntentRow): Promise<ProviderOutcome> {
  const [order, card] = await Promise.all([getOrder(ctx, intent), findActiveCard(ctx, intent)])
  const { merchantUid: orderUid, amount, productName: name } = order
  const askedAt = ctx.now()
  if (!card) return { payments: [], askedAt, refusal: { text: '삭제된 카드예요.', failure: 'noCard' } }
  // the API of the card is not configured any more: the member has to add the card again
  if (!isChargeable(ctx, card))
    return { payments: [], askedAt, refusal: { text: '카드를 다시 등록해 주세요.', failure: 'noCard' } }
  const buyer = await describeBuyer(ctx.db.read, order.memberId)
  try {
    const { customerUid } = card
    const charge = { customerUid, orderUid, amount, name, ...buyer, attempt: intent.id }
    return { payments: [await ctx.providers.of(card.api).charge(charge)], askedAt }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // the provider may refuse because the order is paid already
    const payments = await afterWrite(ctx.providers.of(order.api).listAttempts(orderUid))
    return { payments, askedAt, refusal: refusalOf(error) }
  }
}

/** A charge of which the provider has no record long after it was sent is lost: it never arrived. */
async function lookUpCharge(ctx: ExecuteContext, intent: IntentRow): Promise<ProviderOutcome | 'lost' | undefined> {
  const askedAt = ctx.now()
  const [{ merchantUid, api }, age] = await Promise.all([getOrder(ctx, intent), intentAgeMs(ctx.db.read, intent)])
  const payments = await ctx.providers.of(api).listAttempts(merchantUid)
  // attempts in the provider's window that failed or are awaited are not this charge
  const own = payments.filter(({ status, inWindow }) => !inWindow || status === 'paid' || status === 'cancelled')
  if (own.some(({ status }) => status === 'ready')) return undefined
  if (own.length > 0) return { payments, askedAt }
  return age > ctx.chargeLostAfterMs ? 'lost' : undefined
}

async function sendCancel(ctx: ExecuteContext, intent: IntentRow): Promise<ProviderOutcome> {
  const { paymentUid, amount, cancellable, reason, cause } = cancelOf(intent)
  const { merchantUid: orderUid, api } = await getOrder(ctx, intent)
  const provider = ctx.providers.of(api)
  const ref = { paymentUid, orderUid }
  const askedAt = ctx.now()
  const refundAccount = decryptAccount(ctx, intent)
  try {
    if (refundAccount === 'unreadable') throw new ProviderRefused('환불 계좌를 다시 입력해 주세요.')
    const cancel = { ...ref, amount, cancellable, reason: reason ?? cause, refundAccount, attempt: intent.id }
    return { payments: [await provider.cancel(cancel)], askedAt }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // after an earlier attempt, the provider may refuse because the money is refunded already
    const payment = await provider.findPayment(ref)
    if (intent.attempts > 0 && payment && isCancelDone(intent, payment)) return { payments: [payment], askedAt }
    return { payments: payment ? [payment] : [], askedAt, refusal: refusalOf(error) }
  }
}

const isChargeable = ({ providers }: Pick<Ctx, 'providers'>, { api }: CardRow): boolean =>
  providers.configured.length === 0 || providers.configured.includes(api)

/** The refund account in clear; `unreadable` if the key that encrypted it was removed in the meantime. */
function decryptAccount(
  { log, secretBox }: Pick<Ctx, 'log' | 'secretBox'>,
  { id, refundAccount }: IntentRow,
): RefundAccount | 'unreadable' | null {
  if (refundAccount === null) return null
  try {
    return JSON.parse(secretBox.decrypt(refundAccount))
  } catch (err) {
    log.error({ err, intentId: id }, 'refund account not readable, refund refused')
    return 'unreadable'
  }
}

async function lookUpOrResendCancel(ctx: ExecuteContext, intent: IntentRow): Promise<ProviderOutcome> {
  const askedAt = ctx.now()
  const { merchantUid: orderUid, api } = await getOrder(ctx, intent)
  const payment = await ctx.providers.of(api).findPayment({ paymentUid: cancelOf(intent).paymentUid, orderUid })
  if (payment && isCancelDone(intent, payment)) return { payments: [payment], askedAt }
  return sendCancel(ctx, intent)
}

const refusalOf = ({ message: text, failure }: ProviderRefused): Refusal => ({ text, failure })

function cancelOf({ paymentUid, cancellable, ...intent }: IntentRow) {
  if (paymentUid === null || cancellable === null) throw new Error('the intent is not a cancellation')
  return { ...intent, paymentUid, cancellable }
}

/**
 * Closes or postpones an intent and reconciles its order, which is locked first. An intent that was already closed
 * stays as it is.
 */
async function recordOutcome(
  ctx: Pick<Ctx, 'now'>,
  tx: Tx,
  { id, orderId }: IntentRow,
  outcome: ProviderOutcome | 'lost' | undefined,
): Promise<IntentRow> {
  const order = await lockOrder(tx, orderId)
  const intent = await lockIntent(tx, id)
  if (!order || intent.state !== 'open') return intent
  const by: ChangeContext = { at: ctx.now(), actorId: intent.actorId, refundCause: intent.cause }
  const isUnknown = outcome === undefined || outcome === 'lost'
  if (isUnknown && intent.kind === 'charge') await handleUnknownRenewal(tx, order, by.at)
  if (outcome === undefined) {
    await postponeIntent(tx, id, retryDelayMs(intent.attempts))
    if (intent.paymentUid !== null) await noteFailedReturn(tx, intent.paymentUid, 'unreachable')
  } else if (outcome === 'lost') {
    closeIntent(tx, id, 'lost', null)
    addLedgerEntry(tx, order, {
      from: order.state,
      at: by.at,
      actorId: null,
      cause: 'chargeLost',
      amount: intent.amount,
    })
  } else if (intent.kind === 'charge') await recordCharge(tx, intent, order, outcome, by)
  else await recordCancel(tx, intent, order, outcome, by)
  return lockIntent(tx, id)
}

async function recordCharge(
  tx: Tx,
  intent: IntentRow,
  order: OrderRow,
  outcome: ProviderOutcome,
  by: ChangeContext,
): Promise<void> {
  const settled = await reconcile(tx, order, outcome.payments, {
    ...by,
    lookup: lookupScopeOf(outcome),
    intentId: intent.id,
  })
  if (settled.paymentUid !== null) {
    closeIntent(tx, intent.id, 'done', null)
    return
  }
  const refusal = outcome.refusal ?? { text: settled.failReason ?? 'paymentFailed', failure: 'declined' }
  closeIntent(tx, intent.id, 'refused', refusal.text)
  if (canOrder('fail', settled.state))
    await applySteps(tx, settled, [{ do: 'move', action: 'fail', cause: 'paymentFailed', refusal, payment: null }], by)
}

async function recordCancel(
  tx: Tx,
  intent: IntentRow,
  order: OrderRow,
  outcome: ProviderOutcome,
  by: ChangeContext,
): Promise<void> {
  const refused = outcome.refusal !== undefined
  const settled = await reconcile(tx, order, outcome.payments, {
    ...by,
    lookup: lookupScopeOf(outcome),
    cancelRefused: refused,
  })
  if ((await lockIntent(tx, intent.id)).state !== 'open') return // reconcile has closed the intent, which belonged to the order's own payment
  closeIntent(tx, intent.id, refused ? 'refused' : 'done', outcome.refusal?.text ?? null)
  const owed = refused ? await noteFailedReturn(tx, cancelOf(intent).paymentUid, 'refused') : undefined
  const cause = refused ? 'cancelRefused' : `returned.${intent.cause}`
  const entry = { from: settled.state, at: by.at, actorId: by.actorId, cause, amount: intent.amount }
  if (owed?.before !== 'refused' || by.actorId !== null) addLedgerEntry(tx, settled, entry) // repeated refusals of the job are recorded once
  if (intent.paymentUid === order.paymentUid) await setRefunding(tx, settled, false)
}

async function getOrder({ db }: Pick<Ctx, 'db'>, { orderId }: IntentRow): Promise<OrderRow> {
  const [row] = await db.read.select().from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error('order missing')
  return row
}

/** The card of an intent; undefined if it was removed in the meantime. */
async function findActiveCard({ db }: Pick<Ctx, 'db'>, { cardId }: IntentRow): Promise<CardRow | undefined> {
  if (cardId === null) throw new Error('the intent is not a charge of a card')
  const [row] = await db.read.select().from(cards).where(eq(cards.id, cardId))
  return row?.state === 'kept' ? row : undefined
}
