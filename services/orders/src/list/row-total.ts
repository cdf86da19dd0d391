import type { Reader } from '@kingcar/db'
import { eq, sum } from 'drizzle-orm'
import { totals } from '../tables.ts'

/** The number of rows of an entity's table, which triggers keep in `totals`. */
export async function rowTotal(read: Reader, entity: (typeof totals.$inferSelect)['entity']): Promise<number> {
  const [row] = await read
    .select({ kept: sum(totals.kept).mapWith(Number) })
    .from(totals)
    .where(eq(totals.entity, entity))
  return row?.kept ?? 0
}
