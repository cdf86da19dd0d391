import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Product } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { products } from '../tables.ts'

/** What is ordered of a product. */
export type PricedProduct = Pick<Product, 'id' | 'name' | 'type' | 'price' | 'billingMonths' | 'useLimit' | 'storeIds'>

/** Milliseconds for which the owner of prices is asked; after that what it said last holds. */
const catalogTimeoutMs = 400

/**
 * A product as it is sold now. A price that was changed a moment ago is charged as it is: its owner is asked. While the
 * catalog is away what it told last holds, so that members can go on buying.
 * @throws AppError PRODUCT_NOT_FOUND, PRODUCT_NOT_ON_SALE
 */
export async function getPricedProduct(ctx: Ctx, id: string, caller: Caller): Promise<PricedProduct> {
  const product = await fetchProduct(ctx, id, caller)
  if (!product.onSale) throw new AppError('PRODUCT_NOT_ON_SALE')
  return product
}

async function fetchProduct(ctx: Ctx, id: string, { requestId }: Caller): Promise<PricedProduct & { onSale: boolean }> {
  try {
    const asOurselves = { requestId, actor: null, deadline: steadyNow() + catalogTimeoutMs }
    return await ctx.bus.call(contract.catalog.getProduct, { id }, asOurselves)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
    const [known] = await ctx.db.read.select().from(products).where(eq(products.id, id))
    if (!known || known.removed) throw new AppError('PRODUCT_NOT_FOUND')
    return known
  }
}
