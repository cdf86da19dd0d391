import { type Reader, sendInOrder, type Tx } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** At most `most` rows that match the condition in any `seconds` seconds. */
export type WindowLimit = { where: SQL; most: number; seconds: number }

/**
 * Seconds until none of the limits on a table's rows is reached any more; 0 if none is reached. A limit is reached
 * while its `most`-th newest row is inside its window. Uses the database's clock and the column `at`.
 */
export async function secondsToWait(db: Reader | Tx, table: PgTable, windows: readonly WindowLimit[]): Promise<number> {
  const waits = windows.map(({ where, most, seconds }) => {
    const since = sql`clock_timestamp() - make_interval(secs => ${seconds}::int)`
    return sql`(
      select extract(epoch from at - (${since})) from ${table}
      where (${where}) and at > ${since}
      order by at desc offset ${most - 1}::int limit 1
    )`
  })
  const [row] = await db.execute<{ seconds: string | null }>(
    sql`select greatest(${sql.join(waits, sql`, `)}) as seconds`,
  )
  return Math.ceil(Number(row?.seconds ?? 0))
}

/**
 * First keys of this service's advisory locks: "KCOA" to "KCOD" as integers. Nothing else in the database uses them.
 * They stay as they are, because processes of two versions share these locks during an update.
 */
const locks = { account: 1_262_702_401, address: 1_262_702_402, codeSends: 1_262_702_403, alertTalks: 1_262_702_404 }

/** Locks a counter until the transaction ends. */
export const lockCounter = (tx: Tx, what: keyof typeof locks, key = 0): void =>
  sendInOrder(tx, sql`select pg_advisory_xact_lock(${locks[what]}::int, ${key}::int)`)
