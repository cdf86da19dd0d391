import { and, desc, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { deadLetters } from '../tables.ts'
import { unsettled } from './queries.ts'

/** A day longer than the stream keeps a letter, so that none comes again whose row is gone. */
const expired = lt(deadLetters.buriedAt, sql`now() - interval '91 days'`)
/** The stream holds a gibibyte; letters of the largest message that a device may send are about as much. */
const maxUnsettled = 100_000
/** Rows of one statement, well within the time that it has. */
const batchSize = 5_000

/** Removes what is past its time, and the oldest of more letters than anybody can look through: one device may send nonsense for days. */
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
  if (dropped > 0) log.warn({ dropped }, 'more dead letters than are kept; the oldest went')
}

async function remove(db: Ctx['db'], which: SQL | undefined): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await db.transaction((tx) => {
      const some = tx.select({ id: deadLetters.id }).from(deadLetters).where(which).limit(batchSize)
      return tx.delete(deadLetters).where(inArray(deadLetters.id, some)).returning({ id: deadLetters.id })
    })
    removed += rows.length
    if (rows.length < batchSize) return removed
  }
}
