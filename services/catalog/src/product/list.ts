import type { Versioned } from '@kingcar/bus'
import type { contract, Input, Product } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toProduct } from './queries.ts'

type ByType = Input<typeof contract.catalog.listProducts>

/** All products in display order, including those that are not on sale. */
export async function listProducts(ctx: Pick<Ctx, 'products'>, { productType }: ByType): Promise<Versioned<Product[]>> {
  const found = await ctx.products.all.execute({ type: productType ?? null })
  return { result: found.flatMap(({ row }) => (row ? toProduct(row) : [])), version: found[0]?.revision ?? 0 }
}

/** The products that are on sale, in display order. */
export async function listPublicProducts(ctx: Pick<Ctx, 'products'>, { productType }: ByType): Promise<Product[]> {
  const rows = await ctx.products.onSale.execute({ type: productType ?? null })
  return rows.map(toProduct)
}
