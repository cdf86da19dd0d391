import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'

/** Sums up the reads of devices by day, and forgets all but the last two. Two processes at it do not meet a row twice. */
const compact = sql`
  with taken as (delete from device_reads where ctid = any (array(
    select ctid from device_reads for update skip locked limit 100000
  )) returning device_id, day, reads)
  insert into device_reads (device_id, day, reads)
  select device_id, day, sum(reads) from taken
  where day >= (now() at time zone 'Asia/Seoul')::date - 1
  group by device_id, day`

/** Keeps the count of today's reads small. */
export const compactDailyReads = async (db: Pick<Database, 'transaction'>): Promise<void> => {
  await db.transaction((tx) => tx.execute(compact))
}
