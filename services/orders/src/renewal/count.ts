import { AppError, contract, type Input, type Result } from '@kingcar/contract'
import { waitForProjectionOfNew } from '@kingcar/db'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { products, userProducts } from '../tables.ts'

const op = contract.orders.countSubscriptions

/** The number of a product's subscriptions that renew, by index. @throws AppError PRODUCT_NOT_FOUND */
export async function countSubscriptions(
  { db: { read } }: Pick<Ctx, 'db'>,
  { id }: Input<typeof op>,
): Promise<Result<typeof op>> {
  const isKnown = async () => (await read.$count(products, and(eq(products.id, id), eq(products.removed, false)))) > 0
  await waitForProjectionOfNew(id, isKnown)
  if (!(await isKnown())) throw new AppError('PRODUCT_NOT_FOUND')
  const renewing = await read.$count(
    userProducts,
    and(eq(userProducts.productId, id), isNotNull(userProducts.nextBillingAt)),
  )
  return { renewing }
}
