import type { Caller } from '@kingcar/bus'
import { AppError, contract, noPlanTerms, type PlanTerms, type Product, planTermsOf } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { products } from '../tables.ts'

/** The fields of a product that an order copies. */
export type PricedProduct = Pick<Product, 'id' | 'name' | 'type' | 'price' | Term> & { planTerms: PlanTerms }
type Term = 'billingMonths' | 'useLimit' | 'carLimit' | 'usesPerDay' | 'usesPerStay' | 'storeIds'

/** Milliseconds to wait for the catalog service before the projection is used instead. */
const catalogTimeoutMs = 400

/**
 * A product at its current price, read from the catalog service so that a change of price counts immediately. While the
 * catalog is unavailable the projection is used, so that members can go on buying.
 * @throws AppError PRODUCT_NOT_FOUND, PRODUCT_NOT_ON_SALE
 */
export async function getPricedProduct(
  ctx: Pick<Ctx, 'bus' | 'db'>,
  id: string,
  caller: Caller,
): Promise<PricedProduct> {
  const product = await fetchProduct(ctx, id, caller)
  if (!product.onSale) throw new AppError('PRODUCT_NOT_ON_SALE')
  return product
}

async function fetchProduct(
  ctx: Pick<Ctx, 'bus' | 'db'>,
  id: string,
  { requestId }: Caller,
): Promise<PricedProduct & { onSale: boolean }> {
  try {
    const internalCall = { requestId, actor: null, deadline: steadyNow() + catalogTimeoutMs }
    const product = await ctx.bus.call(contract.catalog.getProduct, { id }, internalCall)
    return Object.assign({}, product, { planTerms: planTermsOf(product) })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
    const [known] = await ctx.db.read.select().from(products).where(eq(products.id, id))
    if (!known || known.removed) throw new AppError('PRODUCT_NOT_FOUND')
    return { ...known, planTerms: known.planTerms ?? noPlanTerms }
  }
}
