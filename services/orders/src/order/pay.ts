import type { Caller } from '@kingcar/bus'
import { AppError, canOrder, contract, type Input, type Order } from '@kingcar/contract'
import { findStoredResult, type Tx, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { carryOut } from '../intent/carry-out.ts'
import { busy, notKnown, refusedFor, requestOf } from '../intent/request.ts'
import { intentOfRequest, openCharge, openIntentsOf } from '../intent/store.ts'
import { memberIdOf } from '../member/caller.ts'
import { type Payment, Refused } from '../payment/provider.ts'
import { cards, type IntentRow, intents, type OrderRow } from '../tables.ts'
import { describeOrder } from './describe.ts'
import { freeSteps } from './order.ts'
import { apply, settle } from './settle.ts'
import { lockOwnOrder } from './store.ts'

const op = contract.orders.payOrder
type PayInput = Input<typeof op>

/** How it ended: kept under the request's key, failures too, so that a repetition is told the same. */
type Outcome =
  | { order: Order }
  | { failure: 'PAYMENT_FAILED' | 'AMOUNT_MISMATCH' | 'ORDER_STATE_INVALID'; reason: string | null }

const one = {
  path: '',
  ko: 'impUid와 cardId 중 하나만 입력해 주세요.',
  en: 'Give either impUid or cardId.',
}

/**
 * Takes the payment of an order: one that was made in the provider's window is looked up there and compared; or one of the
 * member's cards is charged, once, whatever is repeated or dies on the way.
 */
export async function payOrder(ctx: Ctx, input: PayInput, caller: Caller): Promise<Order> {
  const memberId = memberIdOf(caller)
  const { orderId, impUid, cardId } = input
  if (impUid !== undefined && cardId !== undefined) throw new AppError('VALIDATION_FAILED', { details: [one] })
  const known = await findStoredResult<Outcome>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
  if (known) return tell(known)
  const charged = impUid === undefined ? await charge(ctx, { orderId, cardId, memberId }, input, caller) : undefined
  const payments = impUid === undefined ? [] : await lookUp(ctx, { orderId, impUid, memberId })
  await fault('orders.payment.found')
  const outcome = await withIdempotency(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx): Promise<Outcome> => {
      const order = await lockOwnOrder(tx, orderId, memberId)
      if (charged) return outcomeOf(ctx, tx, order, charged)
      return confirm(ctx, tx, order, payments, impUid ?? '')
    },
  )
  ctx.workers.intents()
  await fault('orders.paid')
  return tell(outcome)
}

function tell(outcome: Outcome): Order {
  if ('order' in outcome) return outcome.order
  throw outcome.failure === 'PAYMENT_FAILED'
    ? refusedFor('PAYMENT_FAILED', outcome.reason)
    : new AppError(outcome.failure)
}

type Own = { orderId: string; memberId: string }

/** What the provider has under this name; where that failed, all that was tried for the order: another try may have gone well. */
async function lookUp(ctx: Ctx, { orderId, memberId, impUid }: Own & { impUid: string }): Promise<Payment[]> {
  const order = await ctx.db.transaction((tx) => lockOwnOrder(tx, orderId, memberId)) // nobody asks about what is not theirs
  ctx.limitLookUps(memberId)
  try {
    const payment = await ctx.provider.find(impUid)
    if (payment?.orderUid !== order.merchantUid) return []
    return payment.status === 'failed' ? await ctx.provider.attempts(order.merchantUid) : [payment]
  } catch (cause) {
    if (cause instanceof Refused) return []
    throw new AppError('UNAVAILABLE', { retryAfter: 2, cause })
  }
}

/** Whatever the order's state: money that has come to one that cannot take it goes back. */
async function confirm(
  ctx: Ctx,
  tx: Tx,
  order: OrderRow,
  payments: readonly Payment[],
  impUid: string,
): Promise<Outcome> {
  const payment = payments.find(({ paymentUid }) => paymentUid === impUid)
  if (!payment) {
    if (!canOrder('pay', order.state)) return { failure: 'ORDER_STATE_INVALID', reason: null }
    return { failure: 'PAYMENT_FAILED', reason: '이 주문의 결제 내역이 없어요.' }
  }
  const settled = await settle(tx, order, payments, { at: ctx.now(), actorId: order.memberId })
  if (settled.paymentUid === payment.paymentUid && settled.state !== 'Refund')
    return { order: await describeOrder(tx, ctx.payments, settled) }
  if (settled.state === 'Reserved') return { order: await describeOrder(tx, ctx.payments, settled) }
  if (settled.failReason === 'AMOUNT_MISMATCH') return { failure: 'AMOUNT_MISMATCH', reason: null }
  if (settled.state === 'Fail' && payment.status === 'failed')
    return { failure: 'PAYMENT_FAILED', reason: settled.failReason }
  return { failure: 'ORDER_STATE_INVALID', reason: null }
}

/** Charges a card, or finds what an earlier try of this request came to. The intent is settled when it resolves. */
async function charge(
  ctx: Ctx,
  { orderId, memberId, cardId }: Own & { cardId: string | undefined },
  input: PayInput,
  caller: Caller,
): Promise<IntentRow | 'free' | 'paid'> {
  const asked = requestOf(ctx.idempotencySecret, op, orderId, input, caller)
  const begun = await ctx.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, orderId, memberId)
    const before = await intentOfRequest(tx, asked)
    if (before && before.state !== 'lost') return { intent: before, isNew: false }
    if (order.amount === 0 && canOrder('pay', order.state)) return 'free'
    if (cardId === undefined) throw new AppError('VALIDATION_FAILED', { details: [one] })
    if (await isChargedTo(tx, order, cardId)) return 'paid'
    await assertOwnCard(tx, memberId, cardId)
    if (!canOrder('pay', order.state)) throw new AppError('ORDER_STATE_INVALID')
    if ((await openIntentsOf(tx, order.id)).length > 0) throw busy()
    const wish = { cause: 'charge', actorId: memberId, ...(before ? {} : asked?.request) }
    const intent = await openCharge(tx, order, cardId, wish)
    if (!intent) throw busy()
    return { intent, isNew: true }
  })
  if (begun === 'paid' || begun === 'free') return begun
  await fault('orders.charge.intended')
  const intent = begun.isNew ? await carryOut(ctx, begun.intent) : begun.intent
  if (intent.state === 'open' && !begun.isNew) throw busy()
  if (intent.state === 'open' || intent.state === 'lost') throw notKnown()
  return intent
}

async function outcomeOf(ctx: Ctx, tx: Tx, found: OrderRow, charged: IntentRow | 'free' | 'paid'): Promise<Outcome> {
  const free = charged === 'free' && canOrder('pay', found.state)
  const order = free ? await apply(tx, found, freeSteps, { at: ctx.now(), actorId: found.memberId }) : found
  if (typeof charged === 'object' && charged.state === 'refused' && order.failReason === 'AMOUNT_MISMATCH')
    return { failure: 'AMOUNT_MISMATCH', reason: null }
  if (typeof charged === 'object' && charged.state === 'refused')
    return { failure: 'PAYMENT_FAILED', reason: charged.outcome }
  return { order: await describeOrder(tx, ctx.payments, order) }
}

async function assertOwnCard(tx: Tx, memberId: string, cardId: string): Promise<void> {
  const own = and(eq(cards.id, cardId), eq(cards.memberId, memberId), eq(cards.state, 'kept'))
  const found = await tx.select({ id: cards.id }).from(cards).where(own)
  if (found.length === 0) throw new AppError('CARD_NOT_FOUND')
}

/** A repetition without a key, of what has been paid with this very card. */
async function isChargedTo(tx: Tx, order: OrderRow, cardId: string): Promise<boolean> {
  if (order.state !== 'Paid' && order.state !== 'Completed') return false
  const done = and(eq(intents.orderId, order.id), eq(intents.cardId, cardId), eq(intents.state, 'done'))
  return (await tx.select({ id: intents.id }).from(intents).where(done)).length > 0
}
