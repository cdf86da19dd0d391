import { inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { visits } from '../tables.ts'

/** The stream of visits holds 25 hours, by the real time; after that no older revision can come any more. */
const past = lt(visits.seenAt, sql`now() - interval '2 days'`)
/** Rows of one statement, well within the time that it has. */
const atOnce = 5_000

/** Forgets how visits stood that the stream holds no more. Their uses stay. */
export async function sweepVisits({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (let removed = atOnce; removed === atOnce; ) {
    const rows = await db.transaction((tx) => {
      const some = tx.select({ id: visits.id }).from(visits).where(past).limit(atOnce)
      return tx.delete(visits).where(inArray(visits.id, some)).returning({ id: visits.id })
    })
    removed = rows.length
  }
}
