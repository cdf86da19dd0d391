import type { Versioned } from '@kingcar/bus'
import { AppError, type Product } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toProduct } from './queries.ts'

/** One product as administrators see it. */
export async function getProduct(ctx: Pick<Ctx, 'products'>, { id }: { id: string }): Promise<Versioned<Product>> {
  const row = await ctx.products.byId(id)
  if (!row) throw new AppError('PRODUCT_NOT_FOUND')
  return { result: toProduct(row), version: row.version }
}

/** One product as members see it: one that is not on sale is not there. */
export async function getPublicProduct(ctx: Pick<Ctx, 'products'>, { id }: { id: string }): Promise<Product> {
  const row = await ctx.products.byId(id)
  if (!row?.onSale) throw new AppError('PRODUCT_NOT_FOUND')
  return toProduct(row)
}
