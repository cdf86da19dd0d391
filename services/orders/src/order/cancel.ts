import type { Caller } from '@kingcar/bus'
import { AppError, canOrder, contract, type Input, type Order } from '@kingcar/contract'
import { once } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { busy } from '../intent/request.ts'
import { openIntentsOf } from '../intent/store.ts'
import { memberIdOf } from '../member/caller.ts'
import { describeOrder } from './describe.ts'
import { findOwn } from './pay.ts'
import { apply } from './settle.ts'

const op = contract.orders.cancelOrder

/** Cancels an order that nobody has paid. Money that comes to it all the same goes back. */
export async function cancelOrder(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Order> {
  const actorId = memberIdOf(caller)
  return once(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const order = await findOwn(tx, input.orderId, actorId)
    if (!canOrder('cancel', order.state)) throw new AppError('ORDER_STATE_INVALID')
    if ((await openIntentsOf(tx, order.id)).length > 0) throw busy() // its card is being charged
    const step = { do: 'move', action: 'cancel', cause: 'cancelledByMember', payment: null } as const
    const cancelled = await apply(tx, order, [step], { at: ctx.now(), actorId })
    return describeOrder(tx, ctx.payments, cancelled)
  })
}
