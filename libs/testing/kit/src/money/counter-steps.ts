import { type Act, one, op, prices } from './act.ts'

/** A number of a card terminal's receipt; one that the store has already is refused. */
const approvalOf = (random: () => number) => String(10_000_000 + Math.floor(random() * 80_000_000))

/** Staff sell the product or the plan at the counter, some of them with a coupon or a cash receipt, for what the member has to pay. */
export async function sellAtCounter({ world, history, random }: Act): Promise<string> {
  const productId = random() < 0.6 ? history.onetime : history.plan
  const couponCode = random() < 0.5 ? one(random, history.codes) : undefined
  const sale = {
    ...{ memberId: history.member.id, productId, storeId: history.storeId },
    ...(couponCode !== undefined && { couponCode }),
  }
  const method = one(random, ['cash', 'cardTerminal', 'bankTransfer'] as const) ?? 'cash'
  const byTerminal = method === 'cardTerminal'
  const approval = byTerminal ? { approvalNumber: approvalOf(random) } : {}
  // a sale at the full price although the code counts, or does not any more, is refused
  const full = productId === history.onetime ? prices.onetime : prices.plan
  const amount = random() < 0.2 ? full : (await world.call(op.priceCounterSale, sale, 'admin')).amount
  const hasReceipt = !byTerminal && amount > 0 && random() < 0.5
  const cashReceipt = { kind: 'personal', identifier: '010-1234-5678' } as const
  const fields = { ...sale, method, amount, ...approval, ...(hasReceipt && { cashReceipt }) }
  const sold = await world.call(op.sellProduct, fields, 'admin')
  history.sales.push({
    orderId: sold.orderId,
    merchantUid: sold.merchantUid,
    amount,
    byTerminal,
    refunded: 0,
    hasReceipt,
  })
  return `${sold.merchantUid} ${method} ${amount}`
}

/** Staff refund a sale at the counter, in full or in part. */
export async function refundAtCounter({ world, history, random }: Act): Promise<string> {
  const sale = one(random, history.sales)
  if (!sale) return 'nothing'
  const part = random() < 0.5 ? { amount: 1_000 * (1 + Math.floor(random() * 20)) } : {}
  const receipt = sale.byTerminal ? { cancelApprovalNumber: approvalOf(random) } : {}
  const input = { orderId: sale.orderId, reason: '고객 요청', ...part, ...receipt }
  const { state, refundedAmount } = await world.call(op.refundOrder, input, 'admin')
  sale.refunded = Math.max(sale.refunded, refundedAmount)
  return `${sale.merchantUid} ${state} ${part.amount ?? 'all'}`
}
