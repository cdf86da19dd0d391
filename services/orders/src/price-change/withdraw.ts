import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type PriceChange, seoulDate } from '@kingcar/contract'
import { audit } from '@kingcar/db'
import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { priceChanges } from '../tables.ts'
import { describePriceChange, isWithdrawable, lockPriceOf } from './queries.ts'

const op = contract.orders.withdrawPriceChange

/**
 * Withdraws the latest price of a product's running subscriptions; a lower price only until its day. After the day of a
 * raise, earlier charges stay, and later periods have the price before.
 */
export async function withdrawPriceChange(
  ctx: Pick<Ctx, 'db' | 'now' | 'workers'>,
  { id: productId }: Input<typeof op>,
  caller: Caller,
): Promise<PriceChange> {
  const withdrawn = await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const today = seoulDate(now)
    await lockPriceOf(tx, productId)
    const ofProduct = tx.select().from(priceChanges).where(eq(priceChanges.productId, productId))
    const [found] = await ofProduct.orderBy(desc(priceChanges.announcedAt)).limit(1).for('update')
    if (!found || !isWithdrawable(found, today)) throw new AppError('PRICE_CHANGE_NOT_FOUND')
    // A closed change is opened again, so that the job removes its price.
    await tx.update(priceChanges).set({ withdrawnAt: now, closedAt: null }).where(eq(priceChanges.id, found.id))
    const { kind, price, fromDate } = found
    await audit(tx, op, caller, {
      entity: 'product',
      entityId: productId,
      before: { kind, price, fromDate },
      after: null,
    })
    return describePriceChange(tx, { ...found, withdrawnAt: now }, today)
  })
  ctx.workers.notifyPriceChanges()
  return withdrawn
}
