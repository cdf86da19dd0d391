import { type BatchLimit, createBatchLimit, type Tx } from '@kingcar/db'
import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import { userProducts } from '../tables.ts'
import { causeOfExpiry, emitUserProductsChanged, endOf } from './queries.ts'

/** Largest number of products that one transaction changes. */
const batchSize = 100

/**
 * Activates products whose start has come or whose pause is over, and completes those whose end has come. Renewing
 * subscriptions are handled by the renewal, and unpaid ones are not activated. Rows that another process has locked are
 * skipped.
 */
export async function activateAndExpire({ db, now }: Pick<Ctx, 'db' | 'now'>, most = batchSize): Promise<void> {
  const at = now()
  const limit = createBatchLimit(most)
  const isPauseOver = or(isNull(userProducts.pausedUntil), lte(userProducts.pausedUntil, at))
  const starting = and(
    eq(state, 'Unavailable'),
    isNull(userProducts.dueAt),
    lte(userProducts.startsAt, at),
    isPauseOver,
  )
  const ending = and(
    eq(state, 'Available'),
    isNull(userProducts.nextBillingAt),
    isNotNull(userProducts.endsAt),
    lte(userProducts.endsAt, at),
  )
  await changeStates(db, starting, () => ({ state: 'Available' }), limit)
  await changeStates(db, ending, endAtPeriod, limit)
}

const { state } = userProducts

/** The end of a subscription is the end of its period, however late the job runs. */
const endAtPeriod = (tx: Tx) => {
  const isSubscription = sql`${userProducts.type} = 'subscribe'`
  return {
    state: 'Complete' as const,
    endedAt: sql`case when ${isSubscription} then ${userProducts.endsAt} end`,
    endCause: sql`case when ${isSubscription} then ${causeOfExpiry(tx)} end`,
  }
}

async function changeStates(
  db: Ctx['db'],
  which: SQL | undefined,
  change: (tx: Tx) => PgUpdateSetSource<typeof userProducts>,
  limit: BatchLimit,
): Promise<void> {
  const changeSome = (size: number) =>
    db.transaction(async (tx) => {
      const due = tx.select({ id: userProducts.id }).from(userProducts).where(which).limit(size)
      const changed = await tx
        .update(userProducts)
        .set({ ...change(tx), version: sql`${userProducts.version} + 1` })
        .where(inArray(userProducts.id, due.for('update', { skipLocked: true })))
        .returning()
      await emitUserProductsChanged(tx, changed, endOf)
      return changed.length === size
    })
  while (await limit(changeSome));
}
