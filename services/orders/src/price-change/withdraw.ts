import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, type PriceChange, seoulDate } from '@kingcar/contract'
import { auditEntry, emit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { priceChanges } from '../tables.ts'
import { describePriceChange, hasCome, lockAnnounced } from './queries.ts'

const op = contract.orders.withdrawPriceChange

/** Withdraws the announced price of a product's running subscriptions, until its day. */
export async function withdrawPriceChange(
  ctx: Pick<Ctx, 'db' | 'now' | 'workers'>,
  { id: productId }: Input<typeof op>,
  caller: Caller,
): Promise<PriceChange> {
  const withdrawn = await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const found = await lockAnnounced(tx, productId)
    if (!found || hasCome(found, seoulDate(now))) throw new AppError('PRICE_CHANGE_NOT_FOUND')
    await tx.update(priceChanges).set({ withdrawnAt: now }).where(eq(priceChanges.id, found.id))
    const { kind, price, fromDate } = found
    const entry = { action: op.name, entity: 'product', entityId: productId, before: { kind, price, fromDate } }
    await emit(tx, 'orders.audited', auditEntry(caller, { ...entry, after: null }))
    return describePriceChange(tx, { ...found, withdrawnAt: now }, seoulDate(now))
  })
  ctx.workers.notifyPriceChanges()
  return withdrawn
}
