import type { Caller } from '@kingcar/bus'
import {
  AppError,
  canOrder,
  contract,
  type Input,
  type Operation,
  type Order,
  type OrderDetail,
} from '@kingcar/contract'
import { auditEntry, emit, findStoredResult, type Tx, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { carryOut } from '../intent/carry-out.ts'
import { busy, notKnown, refusedFor, requestOf } from '../intent/request.ts'
import { intentOfRequest, openCancel } from '../intent/store.ts'
import { memberIdOf } from '../member/caller.ts'
import { type IntentRow, type OrderRow, useLogs } from '../tables.ts'
import { lockUserProduct } from '../user-product/store.ts'
import { describeOrder } from './describe.ts'
import { describeDetail } from './detail.ts'
import { markRefunding } from './grant.ts'
import { apply } from './settle.ts'
import { lockOrder, lockOwnOrder } from './store.ts'

const ofMember = contract.orders.refundMyOrder
const ofAdmin = contract.orders.refundOrder

const day = 24 * 3_600_000

/** How a refund ended, as far as the one who asked for it is told. */
type Refunded = { intent: IntentRow } | 'free'
type Outcome<T> = { result: T } | { refusal: string | null }
type RefundInput = { orderId: string } & Readonly<Record<string, unknown>>

/** Takes an order back whose product was not used, within the days that the setting gives. */
export async function refundMyOrder(ctx: Ctx, input: Input<typeof ofMember>, caller: Caller): Promise<Order> {
  const memberId = memberIdOf(caller)
  const known = await keptOf<Order>(ctx, ofMember, input, caller)
  if (known) return tell(known)
  const refunded = await refund(ctx, ofMember, input, caller, {
    cause: 'refundedByMember',
    async judge(tx) {
      const order = await lockOwnOrder(tx, input.orderId, memberId)
      await assertRefundable(ctx, tx, order)
      return { order, amount: order.amount }
    },
  })
  return finish(ctx, ofMember, input, caller, refunded, async (tx) =>
    describeOrder(tx, ctx.payments, await lockOwnOrder(tx, input.orderId, memberId)),
  )
}

/** An administrator gives back a part or all that is left. */
export async function refundOrder(ctx: Ctx, input: Input<typeof ofAdmin>, caller: Caller): Promise<OrderDetail> {
  const { orderId, reason } = input
  const known = await keptOf<OrderDetail>(ctx, ofAdmin, input, caller)
  if (known) return tell(known)
  const refunded = await refund(ctx, ofAdmin, input, caller, {
    cause: 'refundedByAdmin',
    reason,
    async judge(tx) {
      const order = await lockOrder(tx, orderId)
      if (!order) throw new AppError('ORDER_NOT_FOUND')
      if (!canOrder('refund', order.state)) throw new AppError('ORDER_STATE_INVALID')
      const left = order.amount - order.refundedAmount
      const amount = input.amount ?? left
      if (amount > left) throw new AppError('AMOUNT_EXCEEDS_PAID')
      return { order, amount }
    },
  })
  return finish(ctx, ofAdmin, input, caller, refunded, (tx) => describeDetail(tx, ctx.payments, orderId))
}

type Wish = {
  cause: string
  reason?: string
  /** Locks the order and says how much of it goes back. @throws AppError where it does not */
  judge: (tx: Tx) => Promise<{ order: OrderRow; amount: number }>
}

/** Sends money back, or finds what an earlier try of this request came to. The intent is settled when it resolves. */
async function refund(
  ctx: Ctx,
  op: Operation,
  input: RefundInput,
  caller: Caller,
  { cause, reason, judge }: Wish,
): Promise<Refunded> {
  const { orderId } = input
  const asked = requestOf(ctx.idempotencySecret, op, orderId, input, caller)
  const actorId = caller.actor?.id ?? null
  const begun = await ctx.db.transaction(async (tx) => {
    await lockOrder(tx, orderId) // so that two with one key come one after the other
    const before = await intentOfRequest(tx, asked)
    if (before) return { intent: before, isNew: false }
    const { order, amount } = await judge(tx)
    if (order.paymentUid === null) {
      const step = { do: 'move', action: 'refund', cause, payment: null } as const
      await apply(tx, order, [step], { at: ctx.now(), actorId })
      await audit(tx, caller, order, { amount: 0, reason })
      return 'free'
    }
    const { paymentUid } = order
    const cancellable = order.amount - order.refundedAmount
    const held = { cause, actorId, reason, held: true, ...asked?.request }
    const intent = await openCancel(tx, order, { paymentUid, amount, cancellable, ...held })
    if (!intent) throw busy()
    if (amount === cancellable) await markRefunding(tx, order, true)
    await audit(tx, caller, order, { amount, reason })
    return { intent, isNew: true }
  })
  if (begun === 'free') return begun
  await fault('orders.cancel.intended')
  const intent = begun.isNew ? await carryOut(ctx, begun.intent) : begun.intent
  if (intent.state === 'open') throw begun.isNew ? notKnown() : busy()
  return { intent }
}

/** Keeps the answer under the request's key. */
async function finish<T>(
  ctx: Ctx,
  op: Operation,
  input: RefundInput,
  caller: Caller,
  refunded: Refunded,
  describe: (tx: Tx) => Promise<T>,
): Promise<T> {
  const outcome = await withIdempotency(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx): Promise<Outcome<T>> => {
      if (refunded !== 'free' && refunded.intent.state !== 'done') return { refusal: refunded.intent.outcome }
      return { result: await describe(tx) }
    },
  )
  await fault('orders.refunded')
  return tell(outcome)
}

/** What the request was answered before. */
const keptOf = <T>(ctx: Ctx, op: Operation, input: RefundInput, caller: Caller): Promise<Outcome<T> | undefined> =>
  findStoredResult<Outcome<T>>(ctx.db.read, ctx.idempotencySecret, op, input, caller)

function tell<T>(outcome: Outcome<T>): T {
  if ('result' in outcome) return outcome.result
  throw refusedFor('ORDER_NOT_REFUNDABLE', outcome.refusal)
}

/** @throws AppError ORDER_STATE_INVALID, ORDER_NOT_REFUNDABLE */
async function assertRefundable({ settings, now }: Ctx, tx: Tx, order: OrderRow): Promise<void> {
  if (!canOrder('refund', order.state)) throw new AppError('ORDER_STATE_INVALID')
  const until = (order.paidAt?.getTime() ?? 0) + settings.get('orders.refundDays') * day
  if (now().getTime() > until || order.refundedAmount > 0 || (await isUsed(tx, order))) {
    throw new AppError('ORDER_NOT_REFUNDABLE')
  }
}

/** A use that was taken back is none. Of a renewal only what was used since it was paid counts. */
async function isUsed(tx: Tx, { userProductId, paidAt, renews }: OrderRow): Promise<boolean> {
  if (userProductId === null) return false
  await lockUserProduct(tx, userProductId) // a visit that uses it right now comes before or after
  const uses = await tx
    .select({ usedAt: useLogs.usedAt })
    .from(useLogs)
    .where(and(eq(useLogs.userProductId, userProductId), isNull(useLogs.reversedAt)))
  return uses.some(({ usedAt }) => renews === null || (paidAt !== null && usedAt >= paidAt))
}

async function audit(tx: Tx, caller: Caller, order: OrderRow, after: { amount: number; reason: string | undefined }) {
  if (caller.actor?.role !== 'admin') return
  const before = { state: order.state, refundedAmount: order.refundedAmount }
  const change = { action: ofAdmin.name, entity: 'order', entityId: order.id, before, after }
  await emit(tx, 'orders.audited', auditEntry(caller, change))
}
