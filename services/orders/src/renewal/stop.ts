import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UserProduct } from '@kingcar/contract'
import { type Tx, withIdempotency } from '@kingcar/db'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { type UserProductRow, userProducts } from '../tables.ts'
import { changeUserProduct, lockUserProduct, toUserProduct } from '../user-product/queries.ts'

const op = contract.orders.stopRenewal

/** Stops the renewal of a subscription. A paid period stays; a subscription with an unpaid renewal is complete. */
export async function stopRenewal(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<UserProduct> {
  const memberId = memberIdOf(caller)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (found?.memberId !== memberId) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const isAlive = found.state === 'Available' || found.state === 'Unavailable'
    if (!isAlive || found.nextBillingAt === null) throw new AppError('USER_PRODUCT_STATE_INVALID')
    return toUserProduct(await stop(tx, found))
  })
}

/** Stops all renewals of a member who has left. */
export async function stopRenewalsOf(tx: Tx, memberId: string): Promise<void> {
  const renewing = and(eq(userProducts.memberId, memberId), isNotNull(userProducts.nextBillingAt))
  const found = await tx.select().from(userProducts).where(renewing).orderBy(userProducts.id).for('update')
  for (const row of found) await stop(tx, row)
}

function stop(tx: Tx, found: UserProductRow): Promise<UserProductRow> {
  const isUnpaid = found.dueAt !== null
  return changeUserProduct(tx, found, {
    nextBillingAt: null,
    ...(isUnpaid && { state: 'Complete' as const, dueAt: null }),
  })
}
