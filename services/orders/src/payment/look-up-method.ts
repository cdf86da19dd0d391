import type { Ctx } from '../context.ts'
import { getOrderRow } from '../order/detail.ts'
import { changeOrder, lockOrder } from '../order/queries.ts'
import { ProviderRefused } from '../provider/provider.ts'
import type { OrderRow } from '../tables.ts'
import { outcomeUnknown } from './errors.ts'
import { detailsOf } from './reconcile.ts'

/** Whether an order was paid in a version that did not store the payment method. */
export const isMethodUnknown = ({ paymentUid, paymentDetails }: OrderRow): boolean =>
  paymentUid !== null && paymentDetails === null

/**
 * Asks the provider how an order was paid, and stores the method, which decides whether a refund needs an account.
 * @throws AppError UNAVAILABLE if the provider does not respond
 */
export async function lookUpMethod(ctx: Pick<Ctx, 'db' | 'providers'>, orderId: string): Promise<void> {
  const { paymentUid, merchantUid: orderUid, api } = await getOrderRow(ctx.db.read, orderId)
  if (paymentUid === null) return
  const payment = await ctx.providers
    .of(api)
    .findPayment({ paymentUid, orderUid })
    .catch((error: unknown) => {
      if (error instanceof ProviderRefused) return undefined
      throw outcomeUnknown()
    })
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const paymentDetails = payment ? detailsOf(payment) : ({ method: 'other' } as const)
    if (order && isMethodUnknown(order)) await changeOrder(tx, order, { paymentDetails })
  })
}
