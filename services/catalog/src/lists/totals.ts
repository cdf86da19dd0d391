import type { Reader } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { totals } from '../tables.ts'

type Total = { kept: number; shown: number }

/**
 * Prepares the query for the trigger-maintained totals of an entity: all rows (`kept`) and publicly visible rows
 * (`shown`).
 */
export function prepareTotal(read: Reader, entity: (typeof totals.$inferSelect)['entity']): () => Promise<Total> {
  const statement = read
    .select({ kept: totals.kept, shown: totals.shown })
    .from(totals)
    .where(eq(totals.entity, entity))
    .prepare(`total_of_${entity}`)
  return async () => {
    const [total] = await statement.execute()
    if (!total) throw new Error(`the row of the total of ${entity} is missing`)
    return total
  }
}
