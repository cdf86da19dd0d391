import { inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { visits } from '../tables.ts'

/** The stream of visits holds 25 hours, by the real time; after that no older revision can come any more. */
const isExpired = lt(visits.seenAt, sql`now() - interval '2 days'`)
/** Rows of one statement, well within the time that it has. */
const batchSize = 5_000

/** Forgets how visits stood that the stream holds no more. Their uses stay. */
export async function purgeVisits({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (let removed = batchSize; removed === batchSize; ) {
    const rows = await db.transaction((tx) => {
      const some = tx.select({ id: visits.id }).from(visits).where(isExpired).limit(batchSize)
      return tx.delete(visits).where(inArray(visits.id, some)).returning({ id: visits.id })
    })
    removed = rows.length
  }
}
