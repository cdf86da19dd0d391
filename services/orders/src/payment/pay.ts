import type { Caller } from '@kingcar/bus'
import { AppError, canOrder, contract, type Input, type Order } from '@kingcar/contract'
import { findStoredResult, type Tx, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { mayReplace } from '../fulfilment/product-of-order.ts'
import { findIntentByRequest, findOpenIntents } from '../intent/queries.ts'
import { requestKeyOf } from '../intent/request-key.ts'
import { memberIdOf } from '../member/caller.ts'
import { describeOrder } from '../order/describe.ts'
import {
  findHeld,
  type HeldError,
  hasHadTrial,
  heldErrorOf,
  isFirstPriceSpent,
  isOtherBeingCharged,
  lockHolding,
} from '../order/held-product.ts'
import { freeSteps } from '../order/order.ts'
import { lockOwnOrder } from '../order/queries.ts'
import { type Payment, ProviderRefused } from '../provider/provider.ts'
import { type IntentRow, intents, type OrderRow } from '../tables.ts'
import { findChargeableCard } from './chargeable-card.ts'
import { paymentInProgress, refusedByProvider } from './errors.ts'
import { beginCharge, concludeCharge, type ExecuteContext } from './execute-intent.ts'
import { applySteps, reconcile } from './reconcile.ts'

const op = contract.orders.payOrder
type PayInput = Input<typeof op>
type Deps = ExecuteContext & Pick<Ctx, 'idempotencySecret' | 'limitLookups' | 'paymentWindow' | 'workers'>

/** The result stored under the request's key, failures too, so that a repeated request gets the same response. */
type StoredOutcome =
  | { order: Order }
  | { failure: 'PAYMENT_FAILED' | 'AMOUNT_MISMATCH' | 'ORDER_STATE_INVALID' | HeldError; reason: string | null }

const eitherImpUidOrCardId = {
  path: '',
  ko: 'impUid와 cardId 중 하나만 입력해 주세요.',
  en: 'Give either impUid or cardId, not both.',
}

/**
 * Takes the payment of an order. A payment made in the provider's window is looked up there and compared with the order.
 * Otherwise one of the member's cards is charged, exactly once, also across repeated requests and crashes.
 */
export async function payOrder(ctx: Deps, input: PayInput, caller: Caller): Promise<Order> {
  const memberId = memberIdOf(caller)
  const { orderId, impUid, cardId } = input
  if (impUid !== undefined && cardId !== undefined)
    throw new AppError('VALIDATION_FAILED', { details: [eitherImpUidOrCardId] })
  const stored = await findStoredResult<StoredOutcome>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
  if (stored) return resultOf(stored)
  const charged = impUid === undefined ? await chargeCard(ctx, { orderId, cardId, memberId }, input, caller) : undefined
  const payments = impUid === undefined ? [] : await lookUpPayments(ctx, { orderId, impUid, memberId })
  await fault('orders.payment.found')
  const outcome = await withIdempotency(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx): Promise<StoredOutcome> => {
      const order = await lockOwnOrder(tx, orderId, memberId)
      if (charged) return outcomeOfCharge(ctx, tx, order, charged)
      return confirmPayment(ctx, tx, order, payments, impUid ?? '')
    },
  )
  ctx.workers.resumeIntents()
  await fault('orders.paid')
  return resultOf(outcome)
}

function resultOf(outcome: StoredOutcome): Order {
  if ('order' in outcome) return outcome.order
  throw outcome.failure === 'PAYMENT_FAILED'
    ? refusedByProvider('PAYMENT_FAILED', outcome.reason)
    : new AppError(outcome.failure)
}

type OwnOrder = { orderId: string; memberId: string }

/**
 * The payment with this `impUid`; if it failed, all attempts for the order, because another one may have succeeded.
 * @throws AppError ORDER_NOT_FOUND before any lookup, also for another member's order
 */
async function lookUpPayments(
  ctx: Deps,
  { orderId, memberId, impUid }: OwnOrder & { impUid: string },
): Promise<Payment[]> {
  const order = await ctx.db.transaction((tx) => lockOwnOrder(tx, orderId, memberId))
  ctx.limitLookups(memberId)
  const { merchantUid: orderUid } = order
  const provider = ctx.providers.of(order.api)
  try {
    const payment = await provider.findPayment({ paymentUid: impUid, orderUid })
    if (payment?.orderUid !== orderUid) return []
    return payment.status === 'failed' ? await provider.listAttempts(orderUid) : [payment]
  } catch (cause) {
    if (cause instanceof ProviderRefused) return []
    throw new AppError('UNAVAILABLE', { retryAfter: 2, cause })
  }
}

const notCompleted = '결제를 마치지 않았어요.'

/** Reconciles the order in whatever state it is: money that it cannot keep is refunded. */
async function confirmPayment(
  ctx: Pick<Ctx, 'now' | 'paymentWindow'>,
  tx: Tx,
  order: OrderRow,
  payments: readonly Payment[],
  impUid: string,
): Promise<StoredOutcome> {
  const payment = payments.find(({ paymentUid }) => paymentUid === impUid)
  if (!payment) {
    if (!canOrder('pay', order.state)) return { failure: 'ORDER_STATE_INVALID', reason: null }
    return { failure: 'PAYMENT_FAILED', reason: '이 주문의 결제 내역이 없어요.' }
  }
  const settled = await reconcile(tx, order, payments, { at: ctx.now(), actorId: order.memberId })
  if (isPaidForNothing(settled)) return { failure: await failureWithoutProduct(tx, settled), reason: null }
  if (settled.paymentUid === payment.paymentUid && settled.state !== 'Refund')
    return { order: await describeOrder(tx, ctx.paymentWindow, settled) }
  if (settled.state === 'Reserved') return { order: await describeOrder(tx, ctx.paymentWindow, settled) }
  if (settled.failReason === 'AMOUNT_MISMATCH') return { failure: 'AMOUNT_MISMATCH', reason: null }
  if (canOrder('pay', settled.state) || (settled.state === 'Fail' && payment.status === 'failed'))
    return { failure: 'PAYMENT_FAILED', reason: payment.failReason ?? notCompleted }
  return { failure: 'ORDER_STATE_INVALID', reason: null }
}

/** Whether an order was paid and granted nothing, so that its money is or was refunded. */
const isPaidForNothing = ({ state, paymentUid, userProductId, renews }: OrderRow) =>
  state === 'Paid' || (state === 'Refund' && paymentUid !== null && userProductId === null && renews === null)

async function failureWithoutProduct(tx: Tx, order: OrderRow): Promise<'ORDER_STATE_INVALID' | HeldError> {
  const code = order.renews === null ? heldErrorOf(order) : undefined
  return code !== undefined && (await findHeld(tx, order)) ? code : 'ORDER_STATE_INVALID'
}

/** Whether a subscription costs nothing at first by its terms, so that its next period has to be charged to a card. */
const isFreeAtFirst = ({ trial, planTerms }: OrderRow): boolean => trial || planTerms?.firstPeriodPrice === 0

/** Charges a card, or returns the closed intent of an earlier attempt of this request. */
async function chargeCard(
  ctx: Deps,
  { orderId, memberId, cardId }: OwnOrder & { cardId: string | undefined },
  input: PayInput,
  caller: Caller,
): Promise<IntentRow | 'free' | 'paid'> {
  const key = requestKeyOf(ctx.idempotencySecret, op, orderId, input, caller)
  const begun = await ctx.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, orderId, memberId)
    const before = await findIntentByRequest(tx, key)
    if (before && before.state !== 'lost') return { intent: before, isNew: false }
    if (order.amount === 0 && canOrder('pay', order.state)) {
      if (isFreeAtFirst(order) && (await findChargeableCard(tx, memberId)) === undefined)
        throw new AppError('CARD_NOT_FOUND')
      return 'free'
    }
    if (cardId === undefined) throw new AppError('VALIDATION_FAILED', { details: [eitherImpUidOrCardId] })
    if (await isChargedTo(tx, order, cardId)) return 'paid'
    const [card, open] = await Promise.all([
      findChargeableCard(tx, memberId, cardId),
      findOpenIntents(tx, order.id), // no further one can appear, because the order is locked
    ])
    if (!card) throw new AppError('CARD_NOT_FOUND')
    if (!canOrder('pay', order.state)) throw new AppError('ORDER_STATE_INVALID')
    if (open.length > 0) throw paymentInProgress()
    // Before the lock of `assertMayPay`, in the order in which a grant takes these locks.
    if (!(await mayReplace(tx, order, ctx.now()))) throw new AppError('ORDER_STATE_INVALID')
    await assertMayPay(tx, order)
    if (await isFirstPriceSpent(tx, order)) throw new AppError('ORDER_STATE_INVALID')
    return beginCharge(tx, order, cardId, { cause: 'charge', actorId: memberId, key, before })
  })
  if (begun === 'paid' || begun === 'free') return begun
  await fault('orders.charge.intended')
  return concludeCharge(ctx, begun)
}

/**
 * A subscription with an unpaid renewal is replaced by the order, once no charge for it is in progress.
 * @throws AppError CONFLICT, ALREADY_SUBSCRIBED
 */
export async function assertMayPay(tx: Tx, order: OrderRow): Promise<void> {
  const code = order.renews === null ? heldErrorOf(order) : undefined
  if (code === undefined) return
  await lockHolding(tx, order)
  if (await isOtherBeingCharged(tx, order)) throw paymentInProgress()
  const held = await findHeld(tx, order)
  if (held?.dueAt === null) throw new AppError(code)
}

async function outcomeOfCharge(
  ctx: Pick<Ctx, 'now' | 'paymentWindow'>,
  tx: Tx,
  found: OrderRow,
  charged: IntentRow | 'free' | 'paid',
): Promise<StoredOutcome> {
  const free = charged === 'free' && canOrder('pay', found.state)
  const code = heldErrorOf(found)
  if (free && code !== undefined) {
    const isReplacing = await mayReplace(tx, found, ctx.now())
    await lockHolding(tx, found)
    if ((await findHeld(tx, found))?.dueAt === null) return { failure: code, reason: null }
    const isTrialSpent = found.trial && (await hasHadTrial(tx, found.memberId, found.productId))
    if (isTrialSpent || !isReplacing || (await isFirstPriceSpent(tx, found)))
      return { failure: 'ORDER_STATE_INVALID', reason: null }
  }
  const order = free ? await applySteps(tx, found, freeSteps, { at: ctx.now(), actorId: found.memberId }) : found
  if (typeof charged === 'object' && charged.state === 'refused' && order.failReason === 'AMOUNT_MISMATCH')
    return { failure: 'AMOUNT_MISMATCH', reason: null }
  if (typeof charged === 'object' && charged.state === 'refused')
    return { failure: 'PAYMENT_FAILED', reason: charged.outcome }
  if (isPaidForNothing(order)) return { failure: await failureWithoutProduct(tx, order), reason: null }
  return { order: await describeOrder(tx, ctx.paymentWindow, order) }
}

/** Whether the order was paid with this card already: a repeated request without an Idempotency-Key. */
async function isChargedTo(tx: Tx, order: OrderRow, cardId: string): Promise<boolean> {
  if (order.state !== 'Paid' && order.state !== 'Completed') return false
  const done = and(eq(intents.orderId, order.id), eq(intents.cardId, cardId), eq(intents.state, 'done'))
  return (await tx.select({ id: intents.id }).from(intents).where(done)).length > 0
}
