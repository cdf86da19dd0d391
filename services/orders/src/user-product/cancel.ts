import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UserProductSummary } from '@kingcar/contract'
import { audit, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { summariseUserProduct } from './describe.ts'
import { endUserProduct, lockUserProduct } from './queries.ts'

const op = contract.orders.cancelUserProduct

/** Cancels a member's product. It is not renewed any more, its uses stay, and no money is refunded. */
export function cancelUserProduct(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<UserProductSummary> {
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (!found) throw new AppError('USER_PRODUCT_NOT_FOUND')
    if (found.state !== 'Available' && found.state !== 'Unavailable') throw new AppError('USER_PRODUCT_STATE_INVALID')
    const now = ctx.now()
    const row = await endUserProduct(tx, found, { state: 'Cancel', cause: 'withdrawn', at: now })
    const change = { before: { state: found.state }, after: { state: row.state, reason: input.reason } }
    await audit(tx, op, caller, { entity: 'userProduct', entityId: row.id, ...change })
    return summariseUserProduct(tx, row, now)
  })
}
