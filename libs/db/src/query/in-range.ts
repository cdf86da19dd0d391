import type { Range } from '@kingcar/contract'
import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** True if a timestamp lies in a range; undefined for an unbounded range. Numbers allow any year, while ISO dates need four digits. */
export const inRange = (instant: PgColumn | SQL, { since, until }: Range): SQL | undefined =>
  and(
    since === -Infinity ? undefined : sql`${instant} >= to_timestamp(${since / 1000})`,
    until === Infinity ? undefined : sql`${instant} < to_timestamp(${until / 1000})`,
  )
