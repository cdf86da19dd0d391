import type { Caller } from '@kingcar/bus'
import {
  AppError,
  canOrder,
  contract,
  type Input,
  type Operation,
  type Order,
  type OrderDetail,
  type RefundAccount,
} from '@kingcar/contract'
import { audit, findStoredResult, type Tx, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, isNull } from 'drizzle-orm'
import { changeCashReceipt } from '../cash-receipt/queries.ts'
import type { Ctx } from '../context.ts'
import { setRefunding } from '../fulfilment/product-of-order.ts'
import { addCancelIntent, findIntentByRequest } from '../intent/queries.ts'
import { requestKeyOf } from '../intent/request-key.ts'
import { memberIdOf } from '../member/caller.ts'
import { describeOrder, isPaidToAccount } from '../order/describe.ts'
import { getOrderDetail, getOrderToChange } from '../order/detail.ts'
import { counterRefund } from '../order/order.ts'
import { lockOrder, lockOwnOrder } from '../order/queries.ts'
import { findOwedToAccount } from '../owed-return/queries.ts'
import { type IntentRow, type OrderRow, useLogs } from '../tables.ts'
import { isUseOfRenewal } from '../use-log/use-log.ts'
import { creditTaken } from '../user-product/credit.ts'
import { lockUserProduct } from '../user-product/queries.ts'
import { assertFreshSignIn } from './assert-fresh-sign-in.ts'
import { outcomeUnknown, paymentInProgress, refusedByProvider } from './errors.ts'
import { type BegunIntent, type ExecuteContext, executeIntent } from './execute-intent.ts'
import { isMethodUnknown, lookUpMethod } from './look-up-method.ts'
import { applySteps } from './reconcile.ts'

const memberOp = contract.orders.refundMyOrder
const adminOp = contract.orders.refundOrder

const day = 24 * 3_600_000

type Deps = ExecuteContext & Pick<Ctx, 'idempotencySecret' | 'paymentWindow' | 'settings' | 'workers'>

/** A refund's closed intent, or `free` if there was no money to refund. */
type RefundResult = { intent: IntentRow } | 'free'
type StoredOutcome<T> = { result: T } | { refusal: string | null }
type RefundInput = { orderId: string; refundAccount?: RefundAccount } & Readonly<Record<string, unknown>>

/**
 * Refunds an order in full whose product was not used, within `orders.refundDays` of its payment, or the money that a closed
 * order owes to an account of the member.
 */
export async function refundMyOrder(ctx: Deps, input: Input<typeof memberOp>, caller: Caller): Promise<Order> {
  const memberId = memberIdOf(caller)
  const stored = await findStoredOutcome<Order>(ctx, memberOp, input, caller)
  if (stored) return resultOf(stored)
  const refunded = await refund(ctx, memberOp, input, caller, {
    cause: 'refundedByMember',
    async decide(tx) {
      const order = await lockOwnOrder(tx, input.orderId, memberId)
      if (order.storeId !== null) throw new AppError('ORDER_NOT_REFUNDABLE', { details: [atCounterOnly] })
      const refundable = await findRefundable(tx, order)
      if (!refundable.isOwed) await assertRefundable(ctx, tx, order)
      return { order, refundable, amount: refundable.left }
    },
  })
  return storeOutcome(ctx, memberOp, input, caller, refunded, async (tx) =>
    describeOrder(tx, ctx.paymentWindow, await lockOwnOrder(tx, input.orderId, memberId)),
  )
}

/** Refunds a part of an order or all that is left of it, for an administrator. */
export async function refundOrder(ctx: Deps, input: Input<typeof adminOp>, caller: Caller): Promise<OrderDetail> {
  const { orderId, reason } = input
  const { storeId } = await getOrderToChange(ctx.db.read, orderId, caller)
  if (storeId !== null) return refundAtCounter(ctx, input, caller)
  if (input.cancelApprovalNumber !== undefined) throw new AppError('VALIDATION_FAILED', { details: [cancelRefused] })
  const stored = await findStoredOutcome<OrderDetail>(ctx, adminOp, input, caller)
  if (stored) return resultOf(stored)
  const refunded = await refund(ctx, adminOp, input, caller, {
    cause: 'refundedByAdmin',
    reason,
    async decide(tx) {
      const order = await lockOrder(tx, orderId)
      if (!order) throw new AppError('ORDER_NOT_FOUND')
      const refundable = await findRefundable(tx, order)
      const amount = await amountOf(tx, order, refundable, input.amount)
      assertFreshSignIn(ctx, caller, order, amount)
      return { order, refundable, amount }
    },
  })
  return storeOutcome(ctx, adminOp, input, caller, refunded, (tx) => getOrderDetail(tx, ctx.paymentWindow, orderId))
}

const atCounterOnly = {
  path: '',
  ko: '매장에서 결제한 주문은 매장에서 환불받을 수 있어요.',
  en: 'It was paid at a store: that store refunds it.',
}
const cancelRequired = {
  path: 'cancelApprovalNumber',
  ko: '카드 단말기에서 취소한 뒤 취소 영수증의 승인번호를 입력해 주세요.',
  en: 'Required: the order was paid at a card terminal.',
}
const cancelRefused = {
  path: 'cancelApprovalNumber',
  ko: '카드 단말기로 결제한 주문만 취소 승인번호를 입력할 수 있어요.',
  en: 'Not allowed: the order was not paid at a card terminal.',
}

/**
 * Records the refund of a sale at the counter. Staff have paid it by the method of the sale, so no provider is called.
 */
async function refundAtCounter(ctx: Deps, input: Input<typeof adminOp>, caller: Caller): Promise<OrderDetail> {
  const { orderId, reason, refundAccount, cancelApprovalNumber } = input
  const stored = await withIdempotency(ctx.db, ctx.idempotencySecret, adminOp, input, caller, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new AppError('ORDER_NOT_FOUND')
    if (!canOrder('refund', order.state)) throw new AppError('ORDER_STATE_INVALID')
    if (refundAccount !== undefined) throw new AppError('VALIDATION_FAILED', { details: [accountRefused] })
    const isByTerminal = order.paymentDetails?.method === 'cardTerminal'
    if (isByTerminal !== (cancelApprovalNumber !== undefined))
      throw new AppError('VALIDATION_FAILED', { details: [isByTerminal ? cancelRequired : cancelRefused] })
    const left = order.amount - order.refundedAmount
    const amount = await amountOf(tx, order, { left, isOwed: false }, input.amount)
    assertFreshSignIn(ctx, caller, order, amount)
    const receipt = cancelApprovalNumber === undefined ? undefined : { cancelApprovalNumber }
    const by = { at: ctx.now(), actorId: caller.actor?.id ?? null }
    await applySteps(tx, order, [counterRefund(order, amount, receipt)], by)
    await changeCashReceipt(tx, orderId, left - amount)
    await auditRefund(tx, caller, order, { amount, reason, ...receipt })
    return { result: await getOrderDetail(tx, ctx.paymentWindow, orderId) }
  })
  ctx.workers.settleReceipts()
  await fault('orders.refunded')
  return resultOf(stored)
}

/** A payment of which money can be refunded; without a payment the order was free. */
type Refundable = {
  paymentUid: string | null
  /** Amount in won that is left. */
  left: number
  needsAccount: boolean
  /** Whether it is money that arrived after the order's end. */
  isOwed: boolean
}

/**
 * The order's own payment; for a closed order a payment that is owed and needs an account. @throws AppError
 * ORDER_STATE_INVALID
 */
async function findRefundable(tx: Tx, order: OrderRow): Promise<Refundable> {
  if (canOrder('refund', order.state)) {
    const left = order.amount - order.refundedAmount
    return { paymentUid: order.paymentUid, left, needsAccount: isPaidToAccount(order), isOwed: false }
  }
  const owed = await findOwedToAccount(tx, order.id)
  if (!owed) throw new AppError('ORDER_STATE_INVALID')
  return { paymentUid: owed.paymentUid, left: owed.amount, needsAccount: true, isOwed: true }
}

/**
 * Amount in won that an administrator refunds, without the credit of a change of plan.
 * @param wanted undefined for everything that is left
 * @throws AppError ORDER_NOT_REFUNDABLE, AMOUNT_EXCEEDS_PAID
 */
async function amountOf(
  tx: Tx,
  order: OrderRow,
  { left, isOwed }: Pick<Refundable, 'left' | 'isOwed'>,
  wanted: number | undefined,
): Promise<number> {
  const credited = isOwed ? 0 : ((await creditTaken(tx, order)) ?? 0)
  if (credited > 0 && credited >= left) throw new AppError('ORDER_NOT_REFUNDABLE')
  const amount = wanted ?? left - credited
  if (amount > left - credited) throw new AppError('AMOUNT_EXCEEDS_PAID')
  return amount
}

type RefundRequest = {
  cause: string
  reason?: string
  /** Locks the order and decides what is refunded. @throws AppError if nothing may be refunded */
  decide: (tx: Tx) => Promise<{ order: OrderRow; refundable: Refundable; amount: number }>
}

const accountRequired = {
  path: 'refundAccount',
  ko: '가상계좌로 결제한 주문이라 환불받을 계좌가 필요해요.',
  en: 'Required: the order was paid by virtual account.',
}
const accountRefused = {
  path: 'refundAccount',
  ko: '결제한 수단으로 환불되는 주문이라 환불 계좌를 받지 않아요.',
  en: 'Not allowed: the order is refunded to its payment method.',
}

/**
 * The account to which a payment is refunded, encrypted; undefined if it needs none.
 * @throws AppError VALIDATION_FAILED if it is missing, or given although the payment needs none
 */
function encryptAccount(
  { secretBox }: Pick<Ctx, 'secretBox'>,
  { needsAccount }: Refundable,
  account: RefundAccount | undefined,
): string | undefined {
  if (needsAccount !== (account !== undefined))
    throw new AppError('VALIDATION_FAILED', { details: [needsAccount ? accountRequired : accountRefused] })
  if (account === undefined) return undefined
  const { bank, number, holder } = account
  return secretBox.encrypt(JSON.stringify({ bank, number: number.replaceAll(/\D/g, ''), holder: holder.trim() }))
}

/** Executes a cancellation at the provider, or returns the closed intent of an earlier attempt of this request. */
async function refund(
  ctx: Deps,
  op: Operation,
  input: RefundInput,
  caller: Caller,
  { cause, reason, decide }: RefundRequest,
): Promise<RefundResult> {
  const { orderId } = input
  const key = requestKeyOf(ctx.idempotencySecret, op, orderId, input, caller)
  const actorId = caller.actor?.id ?? null
  const begin = () =>
    ctx.db.transaction(async (tx): Promise<BegunIntent | 'free' | 'methodUnknown'> => {
      await lockOrder(tx, orderId) // serialises requests with the same key
      const before = await findIntentByRequest(tx, key)
      if (before) return { intent: before, isNew: false }
      const { order, refundable, amount } = await decide(tx)
      if (!refundable.isOwed && isMethodUnknown(order)) return 'methodUnknown'
      const refundAccount = encryptAccount(ctx, refundable, input.refundAccount)
      const { paymentUid, left: cancellable } = refundable
      if (paymentUid === null) {
        const step = { do: 'move', action: 'refund', cause, payment: null } as const
        await applySteps(tx, order, [step], { at: ctx.now(), actorId })
        await auditRefund(tx, caller, order, { amount: 0, reason })
        return 'free'
      }
      const fields = { cause, actorId, reason, refundAccount, executedByCaller: true, ...key?.columns }
      const intent = await addCancelIntent(tx, order, { paymentUid, amount, cancellable, ...fields })
      if (!intent) throw paymentInProgress()
      if (amount === cancellable && !refundable.isOwed) await setRefunding(tx, order, true)
      await auditRefund(tx, caller, order, { amount, reason })
      return { intent, isNew: true }
    })
  let begun = await begin()
  if (begun === 'methodUnknown') {
    await lookUpMethod(ctx, orderId)
    begun = await begin()
  }
  if (begun === 'free') return begun
  if (begun === 'methodUnknown') throw outcomeUnknown()
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
  // A plan that was changed has already been credited.
  if ((await creditTaken(tx, order)) !== null) throw new AppError('ORDER_NOT_REFUNDABLE')
}

/**
 * Whether the product was used. Reversed uses do not count; for a renewal only uses in the period that it paid, and in
 * later ones, count.
 */
async function isUsed(tx: Tx, order: OrderRow): Promise<boolean> {
  if (order.userProductId === null) return false
  // Locked, so that no visit can use the product at the same time.
  const product = await lockUserProduct(tx, order.userProductId)
  if (!product) return false
  const uses = await tx
    .select({ usedAt: useLogs.usedAt })
    .from(useLogs)
    .where(and(eq(useLogs.userProductId, product.id), isNull(useLogs.reversedAt)))
  return order.renews === null ? uses.length > 0 : uses.some(isUseOfRenewal(product, order))
}

type Refunded = { amount: number; reason: string | undefined; cancelApprovalNumber?: string }

async function auditRefund(tx: Tx, caller: Caller, order: OrderRow, after: Refunded) {
  if (caller.actor?.role !== 'admin') return
  const before = { state: order.state, refundedAmount: order.refundedAmount }
  await audit(tx, adminOp, caller, { entity: 'order', entityId: order.id, before, after })
}
