import type { Reader } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { totals } from '../tables.ts'

type Total = { kept: number; shown: number }

/** Prepares the read of how many rows of an entity are kept, and may be shown; the database counts them as they come and go. */
export function prepareTotal(read: Reader, entity: (typeof totals.$inferSelect)['entity']): () => Promise<Total> {
  const statement = read
    .select({ kept: totals.kept, shown: totals.shown })
    .from(totals)
    .where(eq(totals.entity, entity))
    .prepare(`total_of_${entity}`)
  return async () => {
    const [total] = await statement.execute()
    if (!total) throw new Error(`there is no total of ${entity}`)
    return total
  }
}
