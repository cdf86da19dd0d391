import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { ms } from '../read/queries.ts'

/** Whether read `r` shows a car that leaves: the condition of the index `departures`. */
export const isDeparture = sql`r.rejected = 'direction'`

/** The longest possible revisit time. */
export const longestWindow = sql`interval '24 hours'`
/** The longest stay. A later departure belongs to another visit, whose reads are missing. */
export const longestStay = sql`interval '1 day'`

export type Stay = { leftAt: string | null; dwellSeconds: number | null }

/** The stay of a visit without a departure. */
export const unended: Stay = { leftAt: null, dwellSeconds: null }

/** When the cars of these visits left, and how long they stayed, by the visits' ids. */
export async function loadStays(db: Pick<Reader, 'execute'>, ids: readonly string[]): Promise<Map<string, Stay>> {
  const rows = await db.execute<{ id: string; leftAt: number; dwellSeconds: number }>(sql`
    select v.id, ${ms('left_at', 'v')} as "leftAt", stay_seconds(v.first_read_at, v.left_at) as "dwellSeconds" from visits v
    where v.id = any(${makePgArray([...ids])}::uuid[]) and v.merged_into is null and v.left_at is not null`)
  return new Map(
    rows.map(({ id, leftAt, dwellSeconds }) => [id, { leftAt: new Date(leftAt).toISOString(), dwellSeconds }]),
  )
}
