import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'

/**
 * Replaces the rows by their sum. `skip locked` lets two processes run it at the same time; readers see either the rows
 * or the sum.
 */
const compact = sql`
  with taken as (delete from visit_totals where ctid = any (array(
    select ctid from visit_totals for update skip locked limit 100000
  )) returning visits)
  insert into visit_totals (visits) select sum(visits) from taken having count(*) > 0`

/**
 * Adds up the rows of the table `visit_totals`, so that it stays small: each batch that begins or merges visits adds a
 * row.
 */
export const compactVisitTotals = async (db: Pick<Database, 'transaction'>): Promise<void> => {
  await db.transaction((tx) => tx.execute(compact))
}
