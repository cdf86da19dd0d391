import type { Caller } from '@kingcar/bus'
import { AppError, canOrder, contract, type Input, type Order } from '@kingcar/contract'
import { type Tx, withIdempotency } from '@kingcar/db'
import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { busy } from '../intent/request.ts'
import { openIntentsOf } from '../intent/store.ts'
import { memberIdOf } from '../member/caller.ts'
import { orders } from '../tables.ts'
import { describeOrder } from './describe.ts'
import { apply } from './settle.ts'
import { lockOwnOrder } from './store.ts'

const op = contract.orders.cancelOrder

/** Cancels an order that nobody has paid. Money that comes to it all the same goes back. */
export async function cancelOrder(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Order> {
  const actorId = memberIdOf(caller)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const order = await lockOwnOrder(tx, input.orderId, actorId)
    if (!canOrder('cancel', order.state)) throw new AppError('ORDER_STATE_INVALID')
    if ((await openIntentsOf(tx, order.id)).length > 0) throw busy() // its card is being charged
    const step = { do: 'move', action: 'cancel', cause: 'cancelledByMember', payment: null } as const
    const cancelled = await apply(tx, order, [step], { at: ctx.now(), actorId })
    return describeOrder(tx, ctx.payments, cancelled)
  })
}

/** Orders that a member who has left has not paid; what is being charged right now ends as it does. */
export async function cancelOrdersOf(tx: Tx, memberId: string, now: Date): Promise<void> {
  const open = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), inArray(orders.state, ['Create', 'Reserved'])))
    .orderBy(orders.id)
    .for('update')
  for (const order of open) {
    if ((await openIntentsOf(tx, order.id)).length > 0) continue
    const step = { do: 'move', action: 'cancel', cause: 'memberLeft', payment: null } as const
    await apply(tx, order, [step], { at: now, actorId: null })
  }
}
