import type { Caller } from '@kingcar/bus'
import { AppError, canOrder, contract, type Input, type Order } from '@kingcar/contract'
import { createBatchLimit, type Tx, withIdempotency } from '@kingcar/db'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { findOpenIntents, findOrdersWithOpenIntent } from '../intent/queries.ts'
import { memberIdOf } from '../member/caller.ts'
import { describeOrder } from '../order/describe.ts'
import { lockOwnOrder } from '../order/queries.ts'
import { orders } from '../tables.ts'
import { paymentInProgress } from './errors.ts'
import { applySteps, cancelAll } from './reconcile.ts'

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
    if ((await findOpenIntents(tx, order.id)).length > 0) throw paymentInProgress() // the order's card is being charged
    const step = { do: 'move', action: 'cancel', cause: 'cancelledByMember', payment: null } as const
    const cancelled = await applySteps(tx, order, [step], { at: ctx.now(), actorId })
    return describeOrder(tx, ctx.paymentWindow, cancelled)
  })
}

/** Maximum number of orders in one transaction; reduced while a transaction exceeds its deadline. */
const batchSize = 500

/**
 * Cancels the unpaid orders of a member who has left, except those whose card is being charged. A repetition cancels
 * the rest.
 */
export async function cancelUnpaidOrdersOf({ db, now }: Pick<Ctx, 'db' | 'now'>, memberId: string): Promise<void> {
  const limit = createBatchLimit(batchSize)
  for (let after: string | undefined; ; ) {
    const last = await limit((size) => db.transaction((tx) => cancelSome(tx, { memberId, after, size, at: now() })))
    if (last === undefined) return
    after = last
  }
}

/** @returns the last order of the batch; undefined if there is none */
async function cancelSome(
  tx: Tx,
  { memberId, after, size, at }: { memberId: string; after: string | undefined; size: number; at: Date },
): Promise<string | undefined> {
  const isUnpaid = and(eq(orders.memberId, memberId), inArray(orders.state, ['Create', 'Reserved']))
  const open = await tx
    .select()
    .from(orders)
    .where(after === undefined ? isUnpaid : and(isUnpaid, gt(orders.id, after)))
    .orderBy(orders.id)
    .limit(size)
    .for('update')
  if (open.length === 0) return undefined
  const charging = await findOrdersWithOpenIntent(
    tx,
    open.map(({ id }) => id),
  )
  const idle = open.filter(({ id }) => !charging.has(id))
  if (idle.length > 0) await cancelAll(tx, idle, { cause: 'memberLeft', at, actorId: null })
  return open.at(-1)?.id
}
