import type { DeliveredEvent } from '@kingcar/bus'
import { planTermsOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { products } from '../tables.ts'

/** Projects products, removed ones too: a product that is not sold any more is renewed, unless its deletion stops that. */
export const onProductChanged = (
  { db }: Pick<Ctx, 'db'>,
  { payload }: DeliveredEvent<'catalog.productChanged'>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { productId: id, name, type, price, billingMonths, useLimit, storeIds, onSale, removed, version } = payload
    const { carLimit = null, usesPerDay = null, usesPerStay = 1, stopsSubscriptions = false } = payload
    const limits = { useLimit, carLimit, usesPerDay, usesPerStay, planTerms: planTermsOf(payload) }
    const change = {
      name,
      type,
      price,
      billingMonths,
      ...limits,
      storeIds,
      onSale,
      removed,
      stopsSubscriptions,
      version,
    }
    await tx
      .insert(products)
      .values({ id, ...change })
      .onConflictDoUpdate({ target: products.id, set: change, setWhere: sql`${products.version} < excluded.version` })
  })
