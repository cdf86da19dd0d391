import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UserProduct, type UserProductSummary } from '@kingcar/contract'
import { type Tx, withIdempotency } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { shareLockCaller } from '../member/queries.ts'
import { members, type UserProductRow, userProducts } from '../tables.ts'
import { changeUserProduct, lockUserProduct, toUserProduct } from '../user-product/queries.ts'
import { findResumable } from '../user-product/resumable.ts'
import { auditRenewal } from './audit.ts'

const memberOp = contract.orders.resumeRenewal
const adminOp = contract.orders.resumeUserProduct
type Deps = Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>

/** Resumes the renewal of the caller's subscription, until its paid period ends. */
export function resumeRenewal(ctx: Deps, input: Input<typeof memberOp>, caller: Caller): Promise<UserProduct> {
  const memberId = memberIdOf(caller)
  return withIdempotency(ctx.db, ctx.idempotencySecret, memberOp, input, caller, async (tx) => {
    await shareLockCaller(tx, memberId)
    const found = await lockUserProduct(tx, input.id)
    if (found?.memberId !== memberId) throw new AppError('USER_PRODUCT_NOT_FOUND')
    return toUserProduct(await resume(tx, found, ctx.now()))
  })
}

/** `resumeRenewal` by an administrator. */
export function resumeUserProduct(
  ctx: Deps,
  input: Input<typeof adminOp>,
  caller: Caller,
): Promise<UserProductSummary> {
  return withIdempotency(ctx.db, ctx.idempotencySecret, adminOp, input, caller, async (tx) => {
    await shareLockHolder(tx, input.id)
    const found = await lockUserProduct(tx, input.id)
    if (!found) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const now = ctx.now()
    return auditRenewal(tx, caller, adminOp, input.reason, found, await resume(tx, found, now), now)
  })
}

/** Locks the row of a product's member, so that the member cannot leave before the transaction ends. */
const shareLockHolder = (tx: Tx, id: string) =>
  tx
    .select({ id: members.id })
    .from(members)
    .innerJoin(userProducts, eq(userProducts.memberId, members.id))
    .where(eq(userProducts.id, id))
    .for('share', { of: members })

/** @throws AppError USER_PRODUCT_STATE_INVALID if there is no renewal to resume */
async function resume(tx: Tx, found: UserProductRow, now: Date): Promise<UserProductRow> {
  if (!(await findResumable(tx, [found], now)).has(found.id)) throw new AppError('USER_PRODUCT_STATE_INVALID')
  return changeUserProduct(tx, found, { nextBillingAt: found.endsAt, stopRequestedAt: null })
}
