import type { PaymentDetails } from '@kingcar/contract'
import type { DemoOrder } from '@kingcar/service/demo'

/** The id of an order's payment at the provider: the number of the order is the end of its id. */
export const paymentUidOf = ({ id }: Pick<DemoOrder, 'id'>): string =>
  `imp_9${String(Number.parseInt(id.slice(-12), 16)).padStart(11, '0')}`

/** What the provider says about the payment of an order. */
export const detailsOf = ({ method }: DemoOrder): PaymentDetails => ({
  method,
  ...(method === 'card' && { cardName: '신한카드' }),
  ...(method === 'easyPay' && { easyPay: '카카오페이' }),
})
