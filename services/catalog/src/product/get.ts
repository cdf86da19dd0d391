import type { Versioned } from '@kingcar/bus'
import { AppError, type Product } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toProduct } from './queries.ts'

/** One product, also if it is not on sale. */
export async function getProduct(ctx: Pick<Ctx, 'products'>, { id }: { id: string }): Promise<Versioned<Product>> {
  const row = await ctx.products.byId(id)
  if (!row) throw new AppError('PRODUCT_NOT_FOUND')
  return { result: toProduct(row), version: row.version }
}

/** One product that is on sale. */
export async function getPublicProduct(ctx: Pick<Ctx, 'products'>, { id }: { id: string }): Promise<Product> {
  const row = await ctx.products.byId(id)
  if (!row?.onSale) throw new AppError('PRODUCT_NOT_FOUND')
  return toProduct(row)
}
