import type { DeliveredEvent } from '@kingcar/bus'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { products } from '../tables.ts'

/** Keeps what is sold, also what is no longer: renewals go by it. */
export const onProductChanged = ({ db }: Ctx, { payload }: DeliveredEvent<'catalog.productChanged'>): Promise<void> =>
  db.transaction(async (tx) => {
    const { productId: id, name, type, price, billingMonths, useLimit, storeIds, onSale, removed, version } = payload
    const change = { name, type, price, billingMonths, useLimit, storeIds, onSale, removed, version }
    await tx
      .insert(products)
      .values({ id, ...change })
      .onConflictDoUpdate({ target: products.id, set: change, setWhere: sql`${products.version} < excluded.version` })
  })
