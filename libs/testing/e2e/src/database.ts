import postgres, { type Sql } from 'postgres'
import type { Product } from './product.ts'

/** The product's own database as its superuser, for what has no door: to be ended by the caller. */
export const openDatabase = async (product: Pick<Product, 'databaseUrl'>): Promise<Sql> =>
  postgres(await product.databaseUrl(), { max: 2 })
