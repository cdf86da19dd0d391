import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  daysAfter,
  type Input,
  mostDaysAhead,
  type PriceChange,
  raiseNoticeDays,
  seoulDate,
} from '@kingcar/contract'
import { audit, waitForProjectionOfNew, withIdempotency } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { priceChanges, products } from '../tables.ts'
import { describePriceChange, hasCome, lockAnnounced, lockPriceOf } from './queries.ts'

const op = contract.orders.announcePriceChange

const notASubscription = { path: 'id', ko: '정기권이 아니에요.', en: 'Is not a subscription.' }
const wrongDay = {
  path: 'fromDate',
  ko: `인상은 ${raiseNoticeDays}일 뒤부터, 인하는 오늘부터 1년 안의 날짜로 정해 주세요.`,
  en: 'Is too early or too late.',
}

/** Announces a new price of a product's running subscriptions; a job notifies their members. */
export async function announcePriceChange(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now' | 'workers'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<PriceChange> {
  const { id: productId, kind, price, fromDate } = input
  await waitForProjectionOfNew(
    productId,
    async () => (await ctx.db.read.$count(products, eq(products.id, productId))) > 0,
  )
  const announced = await withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    // The lock serialises announcements, so that a product has only one change at a time.
    await lockPriceOf(tx, productId)
    const [product] = await tx.select().from(products).where(eq(products.id, productId))
    if (!product || product.removed) throw new AppError('PRODUCT_NOT_FOUND')
    const now = ctx.now()
    const today = seoulDate(now)
    if (product.type !== 'subscribe') throw new AppError('VALIDATION_FAILED', { details: [notASubscription] })
    const earliest = seoulDate(daysAfter(now, kind === 'raise' ? raiseNoticeDays : 0))
    if (fromDate < earliest || fromDate > seoulDate(daysAfter(now, mostDaysAhead)))
      throw new AppError('VALIDATION_FAILED', { details: [wrongDay] })
    const current = await lockAnnounced(tx, productId)
    if (current && !hasCome(current, today)) throw new AppError('PRICE_CHANGE_ANNOUNCED')
    if (current) await tx.update(priceChanges).set({ closedAt: now }).where(eq(priceChanges.id, current.id))
    const [row] = await tx
      .insert(priceChanges)
      .values({ productId, kind, price, fromDate, announcedAt: now })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await audit(tx, op, caller, {
      entity: 'product',
      entityId: productId,
      before: null,
      after: { kind, price, fromDate },
    })
    return describePriceChange(tx, row, today)
  })
  ctx.workers.notifyPriceChanges()
  return announced
}
