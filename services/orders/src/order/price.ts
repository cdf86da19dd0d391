import type { Caller } from '@kingcar/bus'
import type { contract, Input, Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { chooseCoupon } from '../coupon/choose.ts'
import { toOrderQuote } from '../coupon/discount.ts'
import { memberIdOf } from '../member/caller.ts'
import { getPricedProduct } from '../product/get-priced-product.ts'
import { isTrialOf, offeredTo, priceOfNew } from './create.ts'

type Op = typeof contract.orders.priceOrder

/** What an order of a product would cost the caller. */
export async function priceOrder(
  ctx: Pick<Ctx, 'bus' | 'db' | 'limitCodes' | 'now'>,
  { productId, couponCode }: Input<Op>,
  caller: Caller,
): Promise<Result<Op>> {
  const memberId = memberIdOf(caller)
  if (couponCode !== undefined) ctx.limitCodes(memberId)
  const product = await offeredTo(ctx.db.read, memberId, await getPricedProduct(ctx, productId, caller))
  const { amount: price } = priceOfNew(product, await isTrialOf(ctx.db.read, memberId, product))
  const sale = { memberId, product: { ...product, price } }
  const chosen = await chooseCoupon(ctx.db.read, sale, couponCode, ctx.now())
  return toOrderQuote(price, chosen)
}
