import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'

/** One row for those that are there. Two processes at it do not meet a row twice, and readers see all of them or the one. */
const compact = sql`
  with taken as (delete from visit_totals where ctid = any (array(
    select ctid from visit_totals for update skip locked limit 100000
  )) returning visits)
  insert into visit_totals (visits) select sum(visits) from taken having count(*) > 0`

/** Keeps the number of visits in a few rows: each batch that begins or joins visits has added one. */
export const compactVisitTotals = async (db: Pick<Database, 'transaction'>): Promise<void> => {
  await db.transaction((tx) => tx.execute(compact))
}
