import type { Caller } from '@kingcar/bus'
import type { contract, Input, Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toOrderQuote } from '../coupon/discount.ts'
import { findSale, withCouponCode } from './sale.ts'

type Op = typeof contract.orders.priceCounterSale

/** What a sale at the counter would cost a member. */
export async function priceCounterSale(
  ctx: Pick<Ctx, 'bus' | 'db' | 'limitCodes' | 'now'>,
  input: Input<Op>,
  caller: Caller,
): Promise<Result<Op>> {
  const { price, sale } = await findSale(ctx, input, caller)
  return withCouponCode(ctx, sale, input.couponCode, async (coupon) => toOrderQuote(price, coupon))
}
