import type { Range } from '@kingcar/contract'
import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether an instant lies in a range; undefined for a range without ends. Any year will do, where a date's text has four digits. */
export const inRange = (instant: PgColumn, { since, until }: Range): SQL | undefined =>
  and(
    since === -Infinity ? undefined : sql`${instant} >= to_timestamp(${since / 1000})`,
    until === Infinity ? undefined : sql`${instant} < to_timestamp(${until / 1000})`,
  )
