import { createBatchLimit } from '@kingcar/db'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { visits } from '../tables.ts'

/**
 * An administrator can use a product for a visit by hand for this long. VISITS keeps messages for 25 hours of real
 * time; after that no older revision of a visit can arrive.
 */
const isExpired = lt(visits.seenAt, sql`now() - interval '31 days'`)
/** Largest number of rows that one statement deletes. */
const batchSize = 5_000

/** Deletes the stored revisions of past visits. Their uses stay. */
export async function purgeVisits({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const purgeSome = (size: number) =>
    db.transaction(async (tx) => {
      const some = tx.select({ id: visits.id }).from(visits).where(isExpired).limit(size)
      const purged = await tx.delete(visits).where(inArray(visits.id, some)).returning({ id: visits.id })
      return purged.length === size
    })
  const limit = createBatchLimit(batchSize)
  while (await limit(purgeSome));
}
