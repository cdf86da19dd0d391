import { type Database, DatabaseError } from '@kingcar/db'
import { sql } from 'drizzle-orm'

/** Milliseconds: another process may be at it. */
const deadlineMs = 5_000

/** Makes the months of reads that are missing and drops those past their time. Any number of processes may do so at once. */
export async function keepReadPartitions(db: Pick<Database, 'transaction'>): Promise<void> {
  await db.transaction((tx) => tx.execute(sql`select keep_read_partitions(now())`), { deadlineMs })
}

/** Whether the month of a read is missing: for PostgreSQL a check that failed, and no constraint by its name. */
export const lacksPartition = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23514' && error.constraint === undefined
