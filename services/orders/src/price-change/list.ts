import { AppError, type contract, type Input, type PriceChange, seoulDate } from '@kingcar/contract'
import { waitForProjectionOfNew } from '@kingcar/db'
import { and, desc, eq, not } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { priceChanges, products } from '../tables.ts'
import { describePriceChanges } from './queries.ts'

/** Largest number of changes in the list: one for each month in eight years. */
const most = 100

/** The changes of the price of a product's running subscriptions, the newest first. @throws AppError PRODUCT_NOT_FOUND */
export async function listPriceChanges(
  { db: { read }, now }: Pick<Ctx, 'db' | 'now'>,
  { id }: Input<typeof contract.orders.listPriceChanges>,
): Promise<PriceChange[]> {
  const isKnown = async () => (await read.$count(products, and(eq(products.id, id), not(products.removed)))) > 0
  await waitForProjectionOfNew(id, isKnown)
  if (!(await isKnown())) throw new AppError('PRODUCT_NOT_FOUND')
  const rows = await read
    .select()
    .from(priceChanges)
    .where(eq(priceChanges.productId, id))
    .orderBy(desc(priceChanges.announcedAt))
    .limit(most)
  return rows.length === 0 ? [] : describePriceChanges(read, rows, seoulDate(now()))
}
