import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UserProduct, type UserProductSummary } from '@kingcar/contract'
import { createBatchLimit, type Tx, withIdempotency } from '@kingcar/db'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { type EndCause, products, type UserProductRow, userProducts } from '../tables.ts'
import {
  causeOfExpiry,
  changeUserProduct,
  committedUntilOf,
  emitUserProductsChanged,
  endOf,
  isPeriodOver,
  lockUserProduct,
  notInDunning,
  toUserProduct,
} from '../user-product/queries.ts'
import { auditRenewal } from './audit.ts'

const memberOp = contract.orders.stopRenewal
const adminOp = contract.orders.stopUserProduct
type Deps = Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>

/** Largest number of subscriptions of deleted products that one transaction stops. */
const batchSize = 500

/**
 * Stops the renewal of the caller's subscription, at the earliest after the periods to which the member agreed. A paid period stays; a subscription whose renewal is due is complete
 * immediately, and the money of a charge in flight is refunded when it is found.
 */
export function stopRenewal(ctx: Deps, input: Input<typeof memberOp>, caller: Caller): Promise<UserProduct> {
  const memberId = memberIdOf(caller)
  return withIdempotency(ctx.db, ctx.idempotencySecret, memberOp, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (found?.memberId !== memberId) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const now = ctx.now()
    const committed = found.dueAt === null && committedUntilOf(found) !== null
    return toUserProduct(await (committed ? stopLater(tx, found, now) : stopOne(tx, found, now)))
  })
}

/** `stopRenewal` by an administrator. */
export function stopUserProduct(ctx: Deps, input: Input<typeof adminOp>, caller: Caller): Promise<UserProductSummary> {
  return withIdempotency(ctx.db, ctx.idempotencySecret, adminOp, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (!found) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const now = ctx.now()
    return auditRenewal(tx, caller, adminOp, input.reason, found, await stopOne(tx, found, now), now)
  })
}

/** Stops all renewals of a member who has left. */
export async function stopRenewalsOf(tx: Tx, memberId: string, now: Date): Promise<void> {
  const found = await tx
    .select({ id: userProducts.id })
    .from(userProducts)
    .where(and(eq(userProducts.memberId, memberId), isNotNull(userProducts.nextBillingAt)))
    .orderBy(asc(userProducts.id))
    .for('update')
  await stop(tx, found, now)
}

/**
 * Stops the renewals of deleted products whose deletion requested it, also of subscriptions that were bought just
 * before. Processes share the work: a row that another process has locked is skipped.
 */
export async function stopRenewalsOfDeleted({ db, now }: Pick<Ctx, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const stopSome = (size: number) =>
    db.transaction(async (tx) => {
      const found = await tx
        .select({ id: userProducts.id })
        .from(userProducts)
        .innerJoin(products, eq(products.id, userProducts.productId))
        .where(and(products.stopsSubscriptions, isNotNull(userProducts.nextBillingAt)))
        .orderBy(asc(userProducts.id))
        .limit(size)
        .for('update', { of: userProducts, skipLocked: true })
      await stop(tx, found, now())
      return found.length === size
    })
  const limit = createBatchLimit(batchSize)
  while (!signal.aborted && (await limit(stopSome)));
}

/**
 * Stops the renewal after the commitment: the grant of its last period stops it.
 * @throws AppError USER_PRODUCT_STATE_INVALID if that was requested before
 */
function stopLater(tx: Tx, found: UserProductRow, now: Date): Promise<UserProductRow> {
  if (found.stopRequestedAt !== null) throw new AppError('USER_PRODUCT_STATE_INVALID')
  return changeUserProduct(tx, found, { stopRequestedAt: now, nextPlan: null })
}

/** @throws AppError USER_PRODUCT_STATE_INVALID if the product does not renew */
async function stopOne(tx: Tx, found: UserProductRow, now: Date): Promise<UserProductRow> {
  const isAlive = found.state === 'Available' || found.state === 'Unavailable'
  if (!isAlive || found.nextBillingAt === null) throw new AppError('USER_PRODUCT_STATE_INVALID')
  const [row] = await stop(tx, [found], now)
  if (!row) throw new Error('a locked product is missing')
  return row
}

/** Stops the renewals of products that the caller has locked, in one statement. */
async function stop(tx: Tx, found: readonly Pick<UserProductRow, 'id'>[], now: Date): Promise<UserProductRow[]> {
  if (found.length === 0) return []
  const over = isPeriodOver(tx, now)
  const state = sql<UserProductRow['state']>`case when ${over} then 'Complete' else ${userProducts.state} end`
  const endedAt = sql<Date>`case when ${over} then ${now.toISOString()}::timestamptz end`
  const endCause = sql<EndCause>`case when ${over} then ${causeOfExpiry(tx)} end`
  const rows = await tx
    .update(userProducts)
    .set({
      ...{ state, endedAt, endCause, nextBillingAt: null, ...notInDunning },
      ...{ stopRequestedAt: null, nextPlan: null, version: sql`${userProducts.version} + 1` },
    })
    .where(
      inArray(
        userProducts.id,
        found.map(({ id }) => id),
      ),
    )
    .returning()
  await emitUserProductsChanged(tx, rows, endOf)
  return rows
}
