import type { Caller } from '@kingcar/bus'
import { AppError, canOrder, contract, type Input, type Order } from '@kingcar/contract'
import { type Tx, withIdempotency } from '@kingcar/db'
import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { findOpenIntents } from '../intent/queries.ts'
import { memberIdOf } from '../member/caller.ts'
import { describeOrder } from '../order/describe.ts'
import { lockOwnOrder } from '../order/queries.ts'
import { orders } from '../tables.ts'
import { paymentInProgress } from './errors.ts'
import { applySteps } from './reconcile.ts'

const op = contract.orders.cancelOrder

/** Cancels an unpaid order. Money that arrives for it later is refunded. */
export async function cancelOrder(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now' | 'paymentWindow'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Order> {
  const actorId = memberIdOf(caller)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const order = await lockOwnOrder(tx, input.orderId, actorId)
    if (!canOrder('cancel', order.state)) throw new AppError('ORDER_STATE_INVALID')
    if ((await findOpenIntents(tx, order.id)).length > 0) throw paymentInProgress() // its card is being charged
    const step = { do: 'move', action: 'cancel', cause: 'cancelledByMember', payment: null } as const
    const cancelled = await applySteps(tx, order, [step], { at: ctx.now(), actorId })
    return describeOrder(tx, ctx.paymentWindow, cancelled)
  })
}

/** Cancels the unpaid orders of a member who has left, except those whose card is being charged. */
export async function cancelUnpaidOrdersOf(tx: Tx, memberId: string, now: Date): Promise<void> {
  const open = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), inArray(orders.state, ['Create', 'Reserved'])))
    .orderBy(orders.id)
    .for('update')
  for (const order of open) {
    if ((await findOpenIntents(tx, order.id)).length > 0) continue
    const step = { do: 'move', action: 'cancel', cause: 'memberLeft', payment: null } as const
    await applySteps(tx, order, [step], { at: now, actorId: null })
  }
}
