import type { Caller } from '@kingcar/bus'
import { AppError, canOrder, contract, type Input, type OwedReturn } from '@kingcar/contract'
import { audit, type Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { findOpenIntents } from '../intent/queries.ts'
import { addLedgerEntry, lockOrder } from '../order/queries.ts'
import { describeOwedReturns } from '../owed-return/list.ts'
import { getOwedReturn, settleOwedReturns } from '../owed-return/queries.ts'
import type { OrderRow, OwedReturnRow } from '../tables.ts'
import { assertFreshSignIn } from './assert-fresh-sign-in.ts'
import { paymentInProgress } from './errors.ts'
import { applySteps } from './reconcile.ts'

const op = contract.orders.settleOwedReturn

/** Records that owed money was returned by hand, so that it is not returned automatically. */
export function settleOwedReturn(
  ctx: Pick<Ctx, 'db' | 'now' | 'settings'>,
  { id, reason }: Input<typeof op>,
  caller: Caller,
): Promise<OwedReturn> {
  return ctx.db.transaction(async (tx) => {
    const { order, owed } = await lockOwedReturn(tx, id, caller)
    if (owed.settledAt !== null) throw new AppError('OWED_RETURN_SETTLED')
    assertFreshSignIn(ctx, caller, order, owed.amount)
    const open = await findOpenIntents(tx, order.id)
    if (open.some(({ paymentUid }) => paymentUid === owed.paymentUid)) throw paymentInProgress()
    const [at, actorId] = [ctx.now(), caller.actor?.id ?? null]
    const settlement = { settledAt: at, settledHow: 'byHand' as const, settledBy: actorId, settleReason: reason }
    const [row] = await settleOwedReturns(tx, [owed.paymentUid], settlement)
    if (!row) throw new Error('the owed return does not exist')
    await recordInOrder(tx, order, row, { at, actorId })
    const { amount, cause } = row
    await audit(tx, op, caller, {
      entity: 'owedReturn',
      entityId: id,
      before: { settledAt: null },
      after: { settledAt: at.toISOString(), amount, cause, orderId: order.id, reason },
    })
    const [described] = await describeOwedReturns(tx, [row])
    if (!described) throw new Error('the owed return does not exist')
    return described
  })
}

/** Owed returns change only under their order's lock, so the row is read again once the order is locked. */
async function lockOwedReturn(
  tx: Tx,
  id: string,
  limit: Pick<Caller, 'stores'>,
): Promise<{ order: OrderRow; owed: OwedReturnRow }> {
  const { orderId } = await getOwedReturn(tx, id, limit)
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error('order missing')
  return { order, owed: await getOwedReturn(tx, id, limit) }
}

/** A paid order ends with the return of its own payment. The return of another payment does not change its state. */
async function recordInOrder(
  tx: Tx,
  order: OrderRow,
  { paymentUid, amount }: OwedReturnRow,
  by: { at: Date; actorId: string | null },
): Promise<void> {
  const cause = 'settledByHand'
  const isOwn = paymentUid === order.paymentUid && canOrder('refund', order.state)
  const refunded = order.amount - order.refundedAmount
  if (!isOwn) addLedgerEntry(tx, order, { from: order.state, ...by, cause, amount })
  await applySteps(tx, order, isOwn ? [{ do: 'move', action: 'refund', cause, refunded, payment: null }] : [], by)
}
