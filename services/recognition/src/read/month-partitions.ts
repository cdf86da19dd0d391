import { type Database, DatabaseError } from '@kingcar/db'
import { sql } from 'drizzle-orm'

type Db = Pick<Database, 'transaction'>

/** Milliseconds; long, because another process may hold the lock. */
const deadlineMs = 5_000

/**
 * Creates missing month partitions of reads, and drops expired ones with their read ids. Several processes may run it
 * at the same time.
 * @param pagesAtOnce number of pages of 8 KiB that one statement scans: about 700,000 ids, well within its timeout
 */
export async function dropExpiredMonths(db: Db, pagesAtOnce = 8_000): Promise<void> {
  const dropped = await maintainMonthPartitions(db)
  if (dropped !== null) await deleteReadIds(db, dropped, pagesAtOnce)
}

/** Returns the end of the latest dropped month as PostgreSQL text; null if none was dropped. */
export async function maintainMonthPartitions(db: Db): Promise<string | null> {
  const [row] = await db.transaction(
    (tx) => tx.execute<{ dropped: string | null }>(sql`select keep_read_partitions(now())::text as dropped`),
    { deadlineMs },
  )
  return row?.dropped ?? null
}

/**
 * Scans by pages, because an index for a monthly job is not worth its cost. After a crash the next month's run deletes
 * the rest.
 */
async function deleteReadIds(db: Db, before: string, pagesAtOnce: number): Promise<void> {
  const pageOf = (page: number) => sql`${`(${page},0)`}::text::tid`
  for (let page = 0; ; page += pagesAtOnce) {
    const [more] = await db.transaction(
      (tx) =>
        tx.execute(sql`
          with gone as (
            delete from read_ids
            where ctid >= ${pageOf(page)} and ctid < ${pageOf(page + pagesAtOnce)} and recognized_at < ${before}::timestamptz
          )
          select where pg_relation_size('read_ids') > ${(page + pagesAtOnce) * 8_192}::bigint`),
      { deadlineMs },
    )
    if (!more) return
  }
}

/** Whether a read's month partition is missing: a check violation (23514) without a constraint name. */
export const isMonthMissing = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23514' && error.constraint === undefined
