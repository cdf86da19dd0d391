import postgres, { type Sql } from 'postgres'
import type { Product } from './product.ts'

/** The product's own database as its superuser, for data that the API does not have. The caller ends the connection. */
export const openDatabase = async (product: Pick<Product, 'databaseUrl'>): Promise<Sql> =>
  postgres(await product.databaseUrl(), { max: 2 })
