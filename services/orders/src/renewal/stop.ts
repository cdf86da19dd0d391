import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type UserProduct } from '@kingcar/contract'
import { once } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { changeUserProduct, lockUserProduct, toUserProduct } from '../user-product/store.ts'

const op = contract.orders.stopRenewal

/** Stops the renewal of a subscription. The paid period stays; one whose renewal was not paid is over. */
export async function stopRenewal(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<UserProduct> {
  const memberId = memberIdOf(caller)
  return once(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const found = await lockUserProduct(tx, input.id)
    if (found?.memberId !== memberId) throw new AppError('USER_PRODUCT_NOT_FOUND')
    const isAlive = found.state === 'Available' || found.state === 'Unavailable'
    if (!isAlive || found.nextBillingAt === null) throw new AppError('USER_PRODUCT_STATE_INVALID')
    const isUnpaid = found.dueAt !== null
    const change = isUnpaid ? ({ state: 'Complete', dueAt: null } as const) : {}
    return toUserProduct(await changeUserProduct(tx, found, { ...change, nextBillingAt: null }))
  })
}
