import type { Range } from '@kingcar/contract'
import type { Database } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'

/** The id of figures of all stores, or all products, together; written out, so that partial indexes are used. */
export const all = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Whether a row belongs to one of these stores; undefined for all. */
export const isAt = (storeIds: readonly string[] | undefined): SQL =>
  storeIds ? sql`store_id = any(${makePgArray([...storeIds])}::uuid[])` : sql`true`

/** A time of a statement (Unix milliseconds). */
export const at = (ms: number) => sql`to_timestamp(${ms / 1000})`

/** Whether a time of a row is in one of the ranges. */
export const within = (time: SQL, ranges: readonly Range[]): SQL =>
  ranges.length === 0
    ? sql`false`
    : sql`(${sql.join(
        ranges.map(({ since, until }) => sql`(${time} >= ${at(since)} and ${time} < ${at(until)})`),
        sql` or `,
      )})`

/** Adds a column of a change to that column of its sum `f`. */
export const raised = (column: SQL) => sql`${column} = f.${column} + excluded.${column}`

/**
 * Number of changes that one transaction adds up: about 0.2 s of the database, far below the deadline of a transaction.
 */
const changesAtOnce = 2_000

/**
 * Adds changes of figures to their sums, so that the table of changes stays small. `skip locked` lets two processes run it at the
 * same time; readers see either the changes or the sums.
 * @param changes the table of changes
 * @param add a statement that adds the rows of `taken` in a fixed order, so that two cannot deadlock
 */
export async function addUp(db: Pick<Database, 'transaction'>, changes: SQL, add: SQL): Promise<void> {
  const addSome = sql`
    with taken as (delete from ${changes} where ctid = any (array(
      select ctid from ${changes} for update skip locked limit ${changesAtOnce}
    )) returning *), added as (${add})
    select count(*)::integer as taken from taken`
  for (let taken = changesAtOnce; taken === changesAtOnce; ) {
    const [row] = await db.transaction((tx) => tx.execute<{ taken: number }>(addSome))
    taken = row?.taken ?? 0
  }
}
