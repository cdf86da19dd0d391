import { createBatchLimit } from '@kingcar/db'
import { and, desc, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { deadLetters } from '../tables.ts'
import { unsettled } from './queries.ts'

/** A day longer than the stream keeps a letter, so that no letter is delivered after its row is deleted. */
const expired = lt(deadLetters.buriedAt, sql`now() - interval '91 days'`)
/**
 * The limit of unsettled letters. The stream holds 1 GiB, about as much as this number of letters with the largest
 * message of a device.
 */
const maxUnsettled = 100_000
/** Largest number of rows in one statement. */
const batchSize = 5_000

/**
 * Deletes expired letters, and the oldest unsettled ones above the limit: a faulty device can send invalid messages for
 * days.
 */
export async function sweepDeadLetters({ db, log }: Pick<Ctx, 'db' | 'log'>, most = maxUnsettled): Promise<void> {
  await remove(db, expired)
  const [oldest] = await db.read
    .select({ receivedAt: deadLetters.receivedAt })
    .from(deadLetters)
    .where(unsettled)
    .orderBy(desc(deadLetters.receivedAt))
    .limit(1)
    .offset(most - 1)
  if (!oldest) return
  const dropped = await remove(db, and(unsettled, lt(deadLetters.receivedAt, oldest.receivedAt)))
  if (dropped > 0) log.warn({ dropped }, 'too many dead letters, oldest dropped')
}

async function remove(db: Ctx['db'], filter: SQL | undefined): Promise<number> {
  let removed = 0
  const removeSome = (size: number) =>
    db.transaction(async (tx) => {
      const some = tx.select({ id: deadLetters.id }).from(deadLetters).where(filter).limit(size)
      const rows = await tx.delete(deadLetters).where(inArray(deadLetters.id, some)).returning({ id: deadLetters.id })
      removed += rows.length
      return rows.length === size
    })
  const limit = createBatchLimit(batchSize)
  while (await limit(removeSome));
  return removed
}
