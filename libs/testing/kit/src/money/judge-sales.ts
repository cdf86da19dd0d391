import { counterMethods, type OrderDetail, type OrderSummary, seoulDate } from '@kingcar/contract'
import { type History, op } from './act.ts'
import type { Evidence, Note } from './evidence.ts'
import { listReceipts, patiently } from './provider.ts'
import type { MoneyWorld } from './world.ts'

/** Whether staff received the money of an order, and not the provider. */
export const isAtCounter = ({ payment }: OrderSummary): boolean =>
  counterMethods.some((each) => each === payment?.method)

/**
 * Notes sales at counters whose money is neither kept for a granted product nor refunded, those that differ from their responses,
 * and figures of the store that are not their sum.
 */
export async function noteWrongSales(
  world: MoneyWorld,
  histories: readonly History[],
  { orders, products }: Evidence,
  note: Note,
): Promise<void> {
  const sums = { paid: 0, refunded: 0 }
  const sales = [...orders.values()].filter(isAtCounter)
  for (const { id, merchantUid, state, amount, refundedAmount, userProductId } of sales) {
    sums.paid += amount
    sums.refunded += refundedAmount
    const product = products.get(userProductId ?? '')
    // A refund of its renewal takes the product back, too.
    const others = [...orders.values()].filter((each) => each.userProductId === userProductId && each.id !== id)
    const isBack = product?.state === 'Cancel' && !others.some((each) => each.state === 'Refund')
    if (state === 'Completed' ? product?.orderId !== id || isBack : state !== 'Refund')
      note(merchantUid, `sold at the counter, is ${state}, and its product ${product?.state}`)
    if (
      state === 'Refund' &&
      (refundedAmount !== amount || product?.state === 'Available' || product?.state === 'Unavailable')
    )
      note(merchantUid, `refunded ${refundedAmount} of ${amount} at the counter, and its product is ${product?.state}`)
  }
  for (const { merchantUid, amount, refunded } of histories.flatMap((history) => history.sales)) {
    const order = orders.get(merchantUid)
    if (!order || order.amount !== amount || order.refundedAmount < refunded)
      note(merchantUid, `sold for ${amount} and refunded ${refunded}, is ${order?.amount} and ${order?.refundedAmount}`)
  }
  await noteWrongReceipts(world, histories, orders, note)
  const [storeId] = histories.map((history) => history.storeId)
  if (storeId === undefined || sales.length === 0) return
  const first = new Date(Math.min(...sales.map(({ createdAt }) => Date.parse(createdAt))))
  const range = { from: seoulDate(first), to: seoulDate(world.now()), by: 'month' as const, storeId }
  const { total } = await patiently(() => world.call(op.getMoneyFigures, range, 'admin'))
  if (total.paid !== sums.paid || total.refunded !== sums.refunded)
    note(storeId, `figures ${total.paid} and ${total.refunded}, sales ${sums.paid} and ${sums.refunded}`)
}

/** Notes sales with another sum of valid cash receipts than their order says and than what is left of their money. */
async function noteWrongReceipts(
  world: MoneyWorld,
  histories: readonly History[],
  orders: Evidence['orders'],
  note: Note,
): Promise<void> {
  const sales = histories.flatMap((history) => history.sales)
  const known = new Map<string, OrderDetail>()
  for (const { orderId, merchantUid, hasReceipt } of sales)
    if (hasReceipt) known.set(merchantUid, await patiently(() => world.call(op.getOrder, { orderId }, 'admin')))
  // Read after the orders: a receipt that is pending in its order may be issued by now.
  const valid = (await listReceipts(world.providerUrl)).filter(({ cancelled_at }) => cancelled_at === 0)
  for (const { merchantUid, hasReceipt } of sales) {
    const [receipt, ...others] = valid.filter(({ merchant_uid: uid }) => uid.split('_', 2).join('_') === merchantUid)
    const { state } = known.get(merchantUid)?.cashReceipt ?? { state: 'none' }
    const { amount = 0, refundedAmount = 0 } = orders.get(merchantUid) ?? {}
    const isRight =
      state === 'issued' ? receipt?.amount === amount - refundedAmount : state === 'pending' || receipt === undefined
    if (others.length > 0 || !isRight || hasReceipt !== (state !== 'none'))
      note(merchantUid, `its cash receipt is ${state}, and one of ${receipt?.amount} is valid, ${others.length} more`)
  }
}
