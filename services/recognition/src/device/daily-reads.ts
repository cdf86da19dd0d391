import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'

/**
 * Merges the counts of each device and day into one row; keeps two days. `skip locked` lets two processes run it at the
 * same time.
 */
const compact = sql`
  with taken as (delete from device_reads where ctid = any (array(
    select ctid from device_reads for update skip locked limit 100000
  )) returning device_id, day, reads, refused)
  insert into device_reads (device_id, day, reads, refused)
  select device_id, day, sum(reads), sum(refused) from taken
  where day >= (now() at time zone 'Asia/Seoul')::date - 1
  group by device_id, day`

/** Adds up the rows of the table `device_reads`, so that it stays small: each batch of reads adds rows to it. */
export const compactDailyReads = async (db: Pick<Database, 'transaction'>): Promise<void> => {
  await db.transaction((tx) => tx.execute(compact))
}
