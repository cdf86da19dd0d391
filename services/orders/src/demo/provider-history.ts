import type { DemoHistory } from '@kingcar/service/demo'
import { merchantUidOf } from '../order/order.ts'
import { paymentUidOf } from './payment.ts'

const payMethods = { card: 'card', easyPay: 'card', virtualAccount: 'vbank', transfer: 'trans' } as const
const seconds = (at: number) => Math.floor(at / 1_000)

/**
 * The cards and payments of the demo's history, in the form in which the payment simulator records them, so that
 * refunds and renewals find them there.
 */
export function providerHistory({ cards, orders }: DemoHistory) {
  const cardOf = new Map(cards.map((card) => [card.memberId, card]))
  return {
    cards: cards.map(({ customerUid: customer_uid, number: card_number, createdAt }) => ({
      ...{ customer_uid, card_number, at: seconds(createdAt) },
    })),
    payments: orders
      .filter(({ paidAt, failed }) => paidAt !== null || failed)
      .map((order) => ({
        imp_uid: paymentUidOf(order),
        merchant_uid: merchantUidOf(order.id),
        name: order.product.name,
        amount: order.product.price,
        pay_method: payMethods[order.method],
        ...(order.method === 'easyPay' && { emb_pg_provider: 'kakaopay' }),
        ...(order.renewal && { customer_uid: cardOf.get(order.memberId)?.customerUid }),
        at: seconds(order.paidAt ?? order.createdAt),
        ...(order.failed && { refusal: 'limit' }),
        ...(order.refundedAt !== null && { cancelled_at: seconds(order.refundedAt) }),
      })),
  }
}
