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
import { setRefunding } from '../fulfilment/product-of-order.ts'
import { addCancelIntent, findIntentByRequest } from '../intent/queries.ts'
import { requestKeyOf } from '../intent/request-key.ts'
import { memberIdOf } from '../member/caller.ts'
import { describeOrder } from '../order/describe.ts'
import { getOrderDetail } from '../order/detail.ts'
import { lockOrder, lockOwnOrder } from '../order/queries.ts'
import { type IntentRow, type OrderRow, useLogs } from '../tables.ts'
import { lockUserProduct } from '../user-product/queries.ts'
import { outcomeUnknown, paymentInProgress, refusedByProvider } from './errors.ts'
import { type ExecuteContext, executeIntent } from './execute-intent.ts'
import { applySteps } from './reconcile.ts'

const memberOp = contract.orders.refundMyOrder
const adminOp = contract.orders.refundOrder

const day = 24 * 3_600_000

type Deps = ExecuteContext & Pick<Ctx, 'idempotencySecret' | 'paymentWindow' | 'settings'>

/** A refund's closed intent, or `free` where there was no money to refund. */
type RefundResult = { intent: IntentRow } | 'free'
type StoredOutcome<T> = { result: T } | { refusal: string | null }
type RefundInput = { orderId: string } & Readonly<Record<string, unknown>>

/** Refunds an order in full whose product was not used, within `orders.refundDays` of its payment. */
export async function refundMyOrder(ctx: Deps, input: Input<typeof memberOp>, caller: Caller): Promise<Order> {
  const memberId = memberIdOf(caller)
  const stored = await findStoredOutcome<Order>(ctx, memberOp, input, caller)
  if (stored) return resultOf(stored)
  const refunded = await refund(ctx, memberOp, input, caller, {
    cause: 'refundedByMember',
    async decideAmount(tx) {
      const order = await lockOwnOrder(tx, input.orderId, memberId)
      await assertRefundable(ctx, tx, order)
      return { order, amount: order.amount }
    },
  })
  return storeOutcome(ctx, memberOp, input, caller, refunded, async (tx) =>
    describeOrder(tx, ctx.paymentWindow, await lockOwnOrder(tx, input.orderId, memberId)),
  )
}

/** Refunds a part of an order or all that is left of it, for an administrator. */
export async function refundOrder(ctx: Deps, input: Input<typeof adminOp>, caller: Caller): Promise<OrderDetail> {
  const { orderId, reason } = input
  const stored = await findStoredOutcome<OrderDetail>(ctx, adminOp, input, caller)
  if (stored) return resultOf(stored)
  const refunded = await refund(ctx, adminOp, input, caller, {
    cause: 'refundedByAdmin',
    reason,
    async decideAmount(tx) {
      const order = await lockOrder(tx, orderId)
      if (!order) throw new AppError('ORDER_NOT_FOUND')
      if (!canOrder('refund', order.state)) throw new AppError('ORDER_STATE_INVALID')
      const left = order.amount - order.refundedAmount
      const amount = input.amount ?? left
      if (amount > left) throw new AppError('AMOUNT_EXCEEDS_PAID')
      return { order, amount }
    },
  })
  return storeOutcome(ctx, adminOp, input, caller, refunded, (tx) => getOrderDetail(tx, ctx.paymentWindow, orderId))
}

type RefundRequest = {
  cause: string
  reason?: string
  /** Locks the order and decides how much is refunded. @throws AppError where nothing may be refunded */
  decideAmount: (tx: Tx) => Promise<{ order: OrderRow; amount: number }>
}

/** Executes a cancellation at the provider, or returns the closed intent of an earlier attempt of this request. */
async function refund(
  ctx: Deps,
  op: Operation,
  input: RefundInput,
  caller: Caller,
  { cause, reason, decideAmount }: RefundRequest,
): Promise<RefundResult> {
  const { orderId } = input
  const key = requestKeyOf(ctx.idempotencySecret, op, orderId, input, caller)
  const actorId = caller.actor?.id ?? null
  const begun = await ctx.db.transaction(async (tx) => {
    await lockOrder(tx, orderId) // serialises requests with the same key
    const before = await findIntentByRequest(tx, key)
    if (before) return { intent: before, isNew: false }
    const { order, amount } = await decideAmount(tx)
    if (order.paymentUid === null) {
      const step = { do: 'move', action: 'refund', cause, payment: null } as const
      await applySteps(tx, order, [step], { at: ctx.now(), actorId })
      await audit(tx, caller, order, { amount: 0, reason })
      return 'free'
    }
    const { paymentUid } = order
    const cancellable = order.amount - order.refundedAmount
    const fields = { cause, actorId, reason, executedByCaller: true, ...key?.columns }
    const intent = await addCancelIntent(tx, order, { paymentUid, amount, cancellable, ...fields })
    if (!intent) throw paymentInProgress()
    if (amount === cancellable) await setRefunding(tx, order, true)
    await audit(tx, caller, order, { amount, reason })
    return { intent, isNew: true }
  })
  if (begun === 'free') return begun
  await fault('orders.cancel.intended')
  const intent = begun.isNew ? await executeIntent(ctx, begun.intent) : begun.intent
  if (intent.state === 'open') throw begun.isNew ? outcomeUnknown() : paymentInProgress()
  return { intent }
}

/** Stores the result under the request's key and returns it, or throws the refusal. */
async function storeOutcome<T>(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret'>,
  op: Operation,
  input: RefundInput,
  caller: Caller,
  refunded: RefundResult,
  describe: (tx: Tx) => Promise<T>,
): Promise<T> {
  const outcome = await withIdempotency(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx): Promise<StoredOutcome<T>> => {
      if (refunded !== 'free' && refunded.intent.state !== 'done') return { refusal: refunded.intent.outcome }
      return { result: await describe(tx) }
    },
  )
  await fault('orders.refunded')
  return resultOf(outcome)
}

/** The result of an earlier attempt of this request. */
const findStoredOutcome = <T>(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret'>,
  op: Operation,
  input: RefundInput,
  caller: Caller,
): Promise<StoredOutcome<T> | undefined> =>
  findStoredResult<StoredOutcome<T>>(ctx.db.read, ctx.idempotencySecret, op, input, caller)

function resultOf<T>(outcome: StoredOutcome<T>): T {
  if ('result' in outcome) return outcome.result
  throw refusedByProvider('ORDER_NOT_REFUNDABLE', outcome.refusal)
}

/** @throws AppError ORDER_STATE_INVALID, ORDER_NOT_REFUNDABLE */
async function assertRefundable(
  { settings, now }: Pick<Ctx, 'now' | 'settings'>,
  tx: Tx,
  order: OrderRow,
): Promise<void> {
  if (!canOrder('refund', order.state)) throw new AppError('ORDER_STATE_INVALID')
  const until = (order.paidAt?.getTime() ?? 0) + settings.get('orders.refundDays') * day
  if (now().getTime() > until || order.refundedAmount > 0 || (await isUsed(tx, order))) {
    throw new AppError('ORDER_NOT_REFUNDABLE')
  }
}

/** Reversed uses do not count; for a renewal only uses since its payment count. */
async function isUsed(tx: Tx, { userProductId, paidAt, renews }: OrderRow): Promise<boolean> {
  if (userProductId === null) return false
  await lockUserProduct(tx, userProductId) // so that a visit cannot use it at the same time
  const uses = await tx
    .select({ usedAt: useLogs.usedAt })
    .from(useLogs)
    .where(and(eq(useLogs.userProductId, userProductId), isNull(useLogs.reversedAt)))
  return uses.some(({ usedAt }) => renews === null || (paidAt !== null && usedAt >= paidAt))
}

async function audit(tx: Tx, caller: Caller, order: OrderRow, after: { amount: number; reason: string | undefined }) {
  if (caller.actor?.role !== 'admin') return
  const before = { state: order.state, refundedAmount: order.refundedAmount }
  const change = { action: adminOp.name, entity: 'order', entityId: order.id, before, after }
  await emit(tx, 'orders.audited', auditEntry(caller, change))
}
