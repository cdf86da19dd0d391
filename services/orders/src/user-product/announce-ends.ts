import { createBatchLimit, emit } from '@kingcar/db'
import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { priceOfNext } from '../coupon/discount.ts'
import { nextPeriod, priceBefore } from '../price/period-price.ts'
import { type UserProductRow, userProducts } from '../tables.ts'

/** Largest number of products in one event. */
const batchSize = 100
export const daysAhead = 7
/** Condition of an index: the end of the period has to be announced. */
export const isToAnnounce = sql`state = 'Available' and due_at is null and ends_at is not null and not refunding
            and (announced_end, announced_renewal) is distinct from (ends_at, next_billing_at is not null)`

/** The announcement of the end of a period. */
function announced(row: UserProductRow & { endsAt: Date }) {
  const { id: userProductId, memberId, productName, endsAt, nextBillingAt, version, priceChange } = row
  const next = nextPeriod(row)
  const renews = nextBillingAt !== null && next.agreed
  const raise =
    nextBillingAt !== null && !next.agreed && priceChange?.answer?.accepted !== false
      ? { oldPrice: priceBefore(row), newPrice: next.price }
      : undefined
  return {
    ...{ userProductId, memberId, productName, endsAt: endsAt.toISOString(), renews, version },
    ...{ amount: priceOfNext(row).amount, ...(raise && { raise }) },
  }
}

/**
 * Notifies other services of periods that end within a week: once for each period, and again if the renewal was stopped
 * or resumed since. Rows that another process has locked are skipped. `raise` marks a period after which a higher price
 * applies to which the member has not agreed.
 */
export async function announceEnds({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const at = now()
  const announceSome = (size: number) =>
    db.transaction(async (tx) => {
      const renewal = sql`${userProducts.nextBillingAt} is not null`
      const due = tx
        .select({ id: userProducts.id })
        .from(userProducts)
        .where(
          sql`${isToAnnounce} and ends_at <= ${at.toISOString()}::timestamptz + make_interval(days => ${daysAhead}::integer)`,
        )
        .orderBy(userProducts.endsAt)
        .limit(size)
      const rows = await tx
        .update(userProducts)
        .set({ announcedEnd: sql`${userProducts.endsAt}`, announcedRenewal: sql`${renewal}` })
        .where(inArray(userProducts.id, due.for('update', { skipLocked: true })))
        .returning()
      const periods = rows.flatMap((row) => (row.endsAt === null ? [] : announced({ ...row, endsAt: row.endsAt })))
      if (periods.length > 0) await emit(tx, 'orders.periodsEndSoon', { at: new Date().toISOString(), periods })
      return rows.length === size
    })
  const limit = createBatchLimit(batchSize)
  while (await limit(announceSome));
}
