import type { Caller } from '@kingcar/bus'
import { AppError, type CashReceipt, canOrder, contract, type Input } from '@kingcar/contract'
import { audit, withIdempotency } from '@kingcar/db'
import { assertIssuable, identifierOf, toCashReceipt } from '../cash-receipt/cash-receipt.ts'
import { addCashReceipt } from '../cash-receipt/queries.ts'
import type { Ctx } from '../context.ts'
import { getOrderToChange } from '../order/detail.ts'
import { lockOrder } from '../order/queries.ts'

const op = contract.orders.issueCashReceipt

/** Requests the receipt of a sale that has none, or whose receipt was refused. */
export async function issueCashReceipt(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'providers' | 'secretBox' | 'workers'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<CashReceipt> {
  const { orderId, kind } = input
  const { api } = await getOrderToChange(ctx.db.read, orderId, caller)
  assertIssuable(ctx.providers, api, '')
  const digits = identifierOf(input, 'identifier')
  const receipt = await withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const method = order?.paymentDetails?.method
    if (!order || order.storeId === null || (method !== 'cash' && method !== 'bankTransfer'))
      throw new AppError('ORDER_STATE_INVALID')
    if (!canOrder('refund', order.state)) throw new AppError('ORDER_STATE_INVALID')
    const identifier = ctx.secretBox.encrypt(digits)
    const left = order.amount - order.refundedAmount
    if (left === 0) throw new AppError('ORDER_STATE_INVALID')
    const row = await addCashReceipt(tx, orderId, left, { kind, identifier })
    if (!row) throw new AppError('ORDER_STATE_INVALID')
    await audit(tx, op, caller, { entity: 'order', entityId: orderId, before: null, after: { kind, amount: left } })
    return toCashReceipt(row)
  })
  ctx.workers.settleReceipts()
  return receipt
}
