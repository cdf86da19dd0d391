import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UserProductSummary } from '@kingcar/contract'
import { audit, findStoredResult, type Tx, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { findIntentByRequest } from '../intent/queries.ts'
import { requestKeyOf } from '../intent/request-key.ts'
import { freeSteps } from '../order/order.ts'
import { lockOrder } from '../order/queries.ts'
import { findChargeableCard } from '../payment/chargeable-card.ts'
import { refusedByProvider } from '../payment/errors.ts'
import { type BegunIntent, beginCharge, concludeCharge, type ExecuteContext } from '../payment/execute-intent.ts'
import { assertMayPay } from '../payment/pay.ts'
import { applySteps } from '../payment/reconcile.ts'
import { type OrderRow, userProducts } from '../tables.ts'
import { summariseUserProduct } from '../user-product/describe.ts'
import { lockUserProduct } from '../user-product/queries.ts'
import { auditRenewal } from './audit.ts'
import { changeAtEnd, getPlan, lockChangeable, orderChange, type Plan, productIdOf } from './change.ts'

const op = contract.orders.changeUserProductPlan
type Change = Input<typeof op>
type Deps = ExecuteContext & Pick<Ctx, 'bus' | 'idempotencySecret' | 'workers'>

/** The result of an immediate change, even if it is a refusal, so that a repeated request gets the same response. */
type StoredOutcome = { userProduct: UserProductSummary } | { refusal: string | null } | { failure: 'granted nothing' }

/** Changes a member's subscription to another plan, by an administrator: when its period ends, or now, by a charge. */
export async function changeUserProductPlan(ctx: Deps, input: Change, caller: Caller): Promise<UserProductSummary> {
  const { id, productId, when = 'periodEnd', reason } = input
  if (when === 'now') return changeNow(ctx, input, caller)
  const key = [ctx.db.read, ctx.idempotencySecret, op, input, caller] as const
  const stored = await findStoredResult<UserProductSummary>(...key)
  if (stored) return stored
  const plan = (await productIdOf(ctx.db.read, id)) === productId ? null : await getPlan(ctx, productId, caller)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const now = ctx.now()
    const found = await lockChangeable(tx, id, now)
    return auditRenewal(tx, caller, op, reason, found, await changeAtEnd(tx, found, plan), now)
  })
}

/** The order of the new plan, if it is already paid without a charge, or the charge for it. */
type Begun = { order: OrderRow } | BegunIntent

const amountRequired = {
  path: 'amount',
  ko: '회원에게 알린 결제 금액을 입력해 주세요.',
  en: 'Required for a change now.',
}
const costs = (amount: number) => {
  const won = amount.toLocaleString('en')
  return { path: 'amount', ko: `지금 바꾸면 ${won}원이에요.`, en: `The change costs ${won} won at the moment.` }
}

async function changeNow(ctx: Deps, input: Change, caller: Caller): Promise<UserProductSummary> {
  const { id, productId, amount } = input
  if (amount === undefined) throw new AppError('VALIDATION_FAILED', { details: [amountRequired] })
  const stored = await findStoredResult<StoredOutcome>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
  if (stored) return resultOf(stored)
  await productIdOf(ctx.db.read, id)
  const plan = await getPlan(ctx, productId, caller)
  const store = (work: (tx: Tx) => Promise<StoredOutcome>) =>
    withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, work)
  if (amount === 0) {
    // Nothing is charged: the change and its result are stored in one transaction.
    const free = await store(async (tx) => {
      const begun = await begin(ctx, tx, input, plan, caller)
      return outcomeOf(ctx, tx, 'order' in begun ? begun.order : undefined)
    })
    ctx.workers.resumeIntents()
    await fault('orders.paid')
    return resultOf(free)
  }
  const begun = await ctx.db.transaction((tx) => begin(ctx, tx, input, plan, caller))
  if (!('intent' in begun)) throw new Error('charged nothing')
  await fault('orders.charge.intended')
  const charged = await concludeCharge(ctx, begun)
  ctx.workers.resumeIntents() // money may have to be refunded
  const outcome = await store(async (tx) => {
    const order = await lockOrder(tx, charged.orderId)
    const found: StoredOutcome =
      charged.state === 'refused' ? { refusal: charged.outcome } : await outcomeOf(ctx, tx, order)
    if (order) await auditChange(tx, input, caller, order, 'userProduct' in found ? 'changed' : 'failed')
    return found
  })
  await fault('orders.paid')
  return resultOf(outcome)
}

async function outcomeOf({ now }: Pick<Ctx, 'now'>, tx: Tx, order: OrderRow | undefined): Promise<StoredOutcome> {
  const granted = order?.userProductId ? await lockUserProduct(tx, order.userProductId) : undefined
  if (!granted) return { failure: 'granted nothing' } // the plan has changed during the charge, which is refunded
  return { userProduct: await summariseUserProduct(tx, granted, now()) }
}

/**
 * A charge has two entries: one before the card is charged, so that none is missing after a crash, and one with its outcome. A
 * process that dies in between leaves the first alone; the order has the outcome.
 */
async function auditChange(
  tx: Tx,
  { id, reason }: Change,
  caller: Caller,
  { amount, credit, productName }: OrderRow,
  outcome: 'attempted' | 'changed' | 'failed',
): Promise<void> {
  const [held] = await tx
    .select({ productName: userProducts.productName })
    .from(userProducts)
    .where(eq(userProducts.id, id))
  const change = {
    before: { productName: held?.productName ?? null },
    after: { productName, amount, credit, outcome, reason },
  }
  await audit(tx, op, caller, { entity: 'userProduct', entityId: id, ...change })
}

function resultOf(outcome: StoredOutcome): UserProductSummary {
  if ('userProduct' in outcome) return outcome.userProduct
  if ('failure' in outcome) throw new AppError('USER_PRODUCT_STATE_INVALID')
  throw refusedByProvider('PAYMENT_FAILED', outcome.refusal)
}

/** Orders the new plan for the amount that the member agreed to and creates the intent to charge it, or finds that of an earlier attempt of this request. */
async function begin(
  ctx: Pick<Ctx, 'idempotencySecret' | 'now' | 'providers'>,
  tx: Tx,
  input: Change,
  plan: Plan,
  caller: Caller,
): Promise<Begun> {
  const { id } = input
  const key = requestKeyOf(ctx.idempotencySecret, op, id, input, caller)
  await lockUserProduct(tx, id) // serialises requests with the same key
  const before = await findIntentByRequest(tx, key)
  if (before && before.state !== 'lost') return { intent: before, isNew: false }
  const by = { at: ctx.now(), actorId: caller.actor?.id ?? null }
  const found = await lockChangeable(tx, id, by.at)
  const order = await orderChange(ctx, tx, found, plan, by)
  if (order.amount !== input.amount) throw new AppError('AMOUNT_MISMATCH', { details: [costs(order.amount)] })
  await assertMayPay(tx, order)
  await auditChange(tx, input, caller, order, order.amount === 0 ? 'changed' : 'attempted')
  if (order.amount === 0) return { order: await applySteps(tx, order, freeSteps, by) }
  const card = await findChargeableCard(tx, found.memberId)
  if (card === undefined) throw new AppError('CARD_NOT_FOUND')
  return beginCharge(tx, order, card, { cause: 'charge', actorId: by.actorId, key, before })
}
