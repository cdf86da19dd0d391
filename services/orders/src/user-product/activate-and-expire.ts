import { and, eq, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { userProducts } from '../tables.ts'
import { changeUserProduct } from './queries.ts'

/** Products that one transaction changes within its time limit. */
const batchSize = 100

/**
 * Activates products whose start has come and completes those whose end has come. Renewing subscriptions are left to the
 * renewal, and unpaid ones are not activated. Rows that another process has locked are skipped.
 */
export async function activateAndExpire({ db, now }: Pick<Ctx, 'db' | 'now'>, limit = batchSize): Promise<void> {
  const at = now()
  const starting = and(eq(state, 'Unavailable'), isNull(userProducts.dueAt), lte(userProducts.startsAt, at))
  const ending = and(
    eq(state, 'Available'),
    isNull(userProducts.nextBillingAt),
    isNotNull(userProducts.endsAt),
    lte(userProducts.endsAt, at),
  )
  await changeStates(db, starting, 'Available', limit)
  await changeStates(db, ending, 'Complete', limit)
}

const { state } = userProducts

async function changeStates(
  db: Ctx['db'],
  which: SQL | undefined,
  to: 'Available' | 'Complete',
  limit: number,
): Promise<void> {
  for (let changed = limit; changed === limit; ) {
    changed = await db.transaction(async (tx) => {
      const due = await tx.select().from(userProducts).where(which).limit(limit).for('update', { skipLocked: true })
      for (const product of due) await changeUserProduct(tx, product, { state: to })
      return due.length
    })
  }
}
