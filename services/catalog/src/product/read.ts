import type { Versioned } from '@kingcar/bus'
import { AppError, type contract, type Input, type Product } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toProduct } from './table.ts'

type ByType = Input<typeof contract.catalog.listProducts>

/** All products in their order, also those that are not on sale. */
export async function listProducts(ctx: Ctx, { productType }: ByType): Promise<Versioned<Product[]>> {
  const found = await ctx.products.all.execute({ type: productType ?? null })
  return { result: found.flatMap(({ row }) => (row ? toProduct(row) : [])), version: found[0]?.revision ?? 0 }
}

/** One product as administrators see it. */
export async function getProduct(ctx: Ctx, { id }: { id: string }): Promise<Versioned<Product>> {
  const row = await ctx.products.byId(id)
  if (!row) throw new AppError('PRODUCT_NOT_FOUND')
  return { result: toProduct(row), version: row.version }
}

/** The products that members can buy, in their order. */
export async function listPublicProducts(ctx: Ctx, { productType }: ByType): Promise<Product[]> {
  const rows = await ctx.products.onSale.execute({ type: productType ?? null })
  return rows.map(toProduct)
}

/** One product as members see it: one that is not on sale is not there. */
export async function getPublicProduct(ctx: Ctx, { id }: { id: string }): Promise<Product> {
  const row = await ctx.products.byId(id)
  if (!row?.onSale) throw new AppError('PRODUCT_NOT_FOUND')
  return toProduct(row)
}
