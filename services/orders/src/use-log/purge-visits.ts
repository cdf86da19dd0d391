import { inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { visits } from '../tables.ts'

/** VISITS keeps messages for 25 hours of real time; after that no older revision of a visit can arrive. */
const isExpired = lt(visits.seenAt, sql`now() - interval '2 days'`)
/** Rows that one statement deletes within its time limit. */
const batchSize = 5_000

/** Deletes the stored revisions of visits that VISITS no longer holds. Their uses stay. */
export async function purgeVisits({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (let removed = batchSize; removed === batchSize; ) {
    const rows = await db.transaction((tx) => {
      const some = tx.select({ id: visits.id }).from(visits).where(isExpired).limit(batchSize)
      return tx.delete(visits).where(inArray(visits.id, some)).returning({ id: visits.id })
    })
    removed = rows.length
  }
}
