import { type Database, DatabaseError } from '@kingcar/db'
import { sql } from 'drizzle-orm'

type Db = Pick<Database, 'transaction'>

/** Milliseconds: another process may be at it. */
const deadlineMs = 5_000

/**
 * Makes the months of reads that are missing, and drops those past their time with their ids. Any number of processes may
 * do so at once.
 * @param pagesAtOnce of 8 KiB, that one statement looks through: some 700,000 ids are well within its time
 */
export async function dropExpiredMonths(db: Db, pagesAtOnce = 8_000): Promise<void> {
  const dropped = await maintainMonthPartitions(db)
  if (dropped !== null) await deleteReadIds(db, dropped, pagesAtOnce)
}

/** Gives the end of the latest month that it dropped, as PostgreSQL writes it. */
export async function maintainMonthPartitions(db: Db): Promise<string | null> {
  const [row] = await db.transaction(
    (tx) => tx.execute<{ dropped: string | null }>(sql`select keep_read_partitions(now())::text as dropped`),
    { deadlineMs },
  )
  return row?.dropped ?? null
}

/** What a crash leaves goes with the next month. By pages: no index has to be kept for what happens once a month. */
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

/** Whether the month of a read is missing: for PostgreSQL a check that failed, and no constraint by its name. */
export const isMonthMissing = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23514' && error.constraint === undefined
