import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { ms } from '../read/queries.ts'

/** Whether read `r` shows a car that leaves: the condition of the index `departures`. */
export const isDeparture = sql`r.rejected = 'direction'`

/** No revisit window is longer. */
export const longestWindow = sql`interval '24 hours'`
/** A later departure is that of a visit whose reads are missing. */
export const longestStay = sql`interval '1 day'`

export type Stay = { leftAt: string | null; dwellSeconds: number | null }

/** Of a visit without a departure. */
export const unended: Stay = { leftAt: null, dwellSeconds: null }

/** When the cars of these visits left, and how long they stayed, by the visits' ids. */
export async function loadStays(db: Pick<Reader, 'execute'>, ids: readonly string[]): Promise<Map<string, Stay>> {
  const rows = await db.execute<{ id: string; leftAt: number; dwellSeconds: number }>(sql`
    select v.id, ${ms('at', 'd')} as "leftAt", round(extract(epoch from d.at - v.first_read_at))::integer as "dwellSeconds"
    from visits v cross join lateral (
      select min(r.recognized_at) as at from reads r
      where r.car_number = v.car_number and ${isDeparture} and r.store_id = v.store_id
        and r.recognized_at between v.last_read_at and v.last_read_at + ${longestStay}
        and r.recognized_at < coalesce((
          select n.first_read_at from visits n
          where n.store_id = v.store_id and n.car_number = v.car_number and n.merged_into is null
            and n.first_read_at > v.last_read_at
          order by n.first_read_at limit 1
        ), 'infinity')
    ) d
    where v.id = any(${makePgArray([...ids])}::uuid[]) and v.merged_into is null and d.at is not null`)
  return new Map(
    rows.map(({ id, leftAt, dwellSeconds }) => [id, { leftAt: new Date(leftAt).toISOString(), dwellSeconds }]),
  )
}
