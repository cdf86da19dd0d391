import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  type Input,
  type Operation,
  type UserProduct,
  type UserProductSummary,
} from '@kingcar/contract'
import { audit, findStoredResult, type Tx, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { priceOfNext } from '../coupon/discount.ts'
import { findIntentByRequest } from '../intent/queries.ts'
import { requestKeyOf } from '../intent/request-key.ts'
import { memberIdOf } from '../member/caller.ts'
import { findChargeableCard } from '../payment/chargeable-card.ts'
import { paymentInProgress, refusedByProvider } from '../payment/errors.ts'
import { type BegunIntent, beginCharge, concludeCharge, type ExecuteContext } from '../payment/execute-intent.ts'
import { type UserProductRow, userProducts } from '../tables.ts'
import { summariseUserProduct } from '../user-product/describe.ts'
import { lockUserProduct, toUserProduct } from '../user-product/queries.ts'
import { addRenewal, lockRenewal } from './begin.ts'
import { mayRetry } from './retry.ts'

const memberOp = contract.orders.retryPayment
const adminOp = contract.orders.retryUserProductPayment
type Deps = ExecuteContext & Pick<Ctx, 'idempotencySecret' | 'workers'>

/**
 * The result stored under the request's key, even if it is a refusal, so that a repeated request gets the same
 * response.
 */
type StoredOutcome<T> = { userProduct: T } | { refusal: string | null }

/**
 * Charges the unpaid renewal of the caller's subscription now, to a card that the member names or to the main card;
 * exactly once, in spite of repeated requests and crashes.
 */
export function retryPayment(ctx: Deps, input: Input<typeof memberOp>, caller: Caller): Promise<UserProduct> {
  const memberId = memberIdOf(caller)
  return retry(ctx, memberOp, input, caller, {
    findMember: async () => memberId,
    describe: async (_tx, row) => toUserProduct(row),
  })
}

/** `retryPayment` by an administrator; charges the member's main card. */
export function retryUserProductPayment(
  ctx: Deps,
  input: Input<typeof adminOp>,
  caller: Caller,
): Promise<UserProductSummary> {
  return retry(ctx, adminOp, input, caller, {
    async findMember(tx) {
      const [found] = await tx
        .select({ memberId: userProducts.memberId })
        .from(userProducts)
        .where(eq(userProducts.id, input.id))
      if (!found) throw new AppError('USER_PRODUCT_NOT_FOUND')
      return found.memberId
    },
    describe: (tx, row) => summariseUserProduct(tx, row, ctx.now()),
    async onBegin(tx, product) {
      const before = { state: product.state, nextBillingAt: product.nextBillingAt?.toISOString() ?? null }
      const change = { before, after: { price: priceOfNext(product).amount, reason: input.reason } }
      await audit(tx, adminOp, caller, { entity: 'userProduct', entityId: product.id, ...change })
    },
  })
}

type RetryInput = { id: string; cardId?: string } & Readonly<Record<string, unknown>>
type RetryRequest<T> = {
  /** The member whose product it is. @throws AppError USER_PRODUCT_NOT_FOUND */
  findMember: (tx: Tx) => Promise<string>
  describe: (tx: Tx, row: UserProductRow) => Promise<T>
  /** Called in the transaction that creates the intent to charge. */
  onBegin?: (tx: Tx, product: UserProductRow) => Promise<void>
}

async function retry<T>(
  ctx: Deps,
  op: Operation,
  input: RetryInput,
  caller: Caller,
  request: RetryRequest<T>,
): Promise<T> {
  const stored = await findStoredResult<StoredOutcome<T>>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
  if (stored) return resultOf(stored)
  const begun = await begin(ctx, op, input, caller, request)
  await fault('orders.charge.intended')
  const charged = await concludeCharge(ctx, begun)
  ctx.workers.resumeIntents() // money may have to be refunded
  const outcome = await withIdempotency(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx): Promise<StoredOutcome<T>> => {
      if (charged.state === 'refused') return { refusal: charged.outcome }
      const row = await lockUserProduct(tx, input.id)
      if (!row) throw new AppError('USER_PRODUCT_NOT_FOUND')
      return { userProduct: await request.describe(tx, row) }
    },
  )
  return resultOf(outcome)
}

function resultOf<T>(outcome: StoredOutcome<T>): T {
  if ('userProduct' in outcome) return outcome.userProduct
  throw refusedByProvider('PAYMENT_FAILED', outcome.refusal)
}

/** Creates the intent to charge the renewal, or finds that of an earlier attempt of this request. */
function begin<T>(
  ctx: Deps,
  op: Operation,
  input: RetryInput,
  caller: Caller,
  { findMember, onBegin }: RetryRequest<T>,
): Promise<BegunIntent> {
  const { id, cardId } = input
  const key = requestKeyOf(ctx.idempotencySecret, op, id, input, caller)
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const memberId = await findMember(tx)
    const { product, order: unpaid, attempts } = await lockRenewal(tx, { id, memberId })
    if (product?.memberId !== memberId) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const before = await findIntentByRequest(tx, key)
    if (before && before.state !== 'lost') return { intent: before, isNew: false }
    if (unpaid === 'charging') throw paymentInProgress()
    const { dueAt, nextBillingAt, refunding } = product
    if (dueAt === null || nextBillingAt === null || refunding) throw new AppError('USER_PRODUCT_STATE_INVALID')
    const card = await findChargeableCard(tx, memberId, cardId)
    if (card === undefined) throw new AppError('CARD_NOT_FOUND')
    if (!mayRetry(product)) throw new AppError('RATE_LIMITED', { retryAfter: secondsUntil(nextBillingAt, now) })
    const order = unpaid ?? (await addRenewal(ctx, tx, product, attempts + 1))
    const by = { cause: 'renewal', actorId: caller.actor?.id ?? null, key, before }
    const begun = await beginCharge(tx, order, card, by)
    await onBegin?.(tx, product)
    return begun
  })
}

const secondsUntil = (at: Date, now: Date): number => Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1_000))
