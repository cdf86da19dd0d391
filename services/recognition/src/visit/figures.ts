import { type Range, wholePeriods } from '@kingcar/contract'
import type { Database, Reader } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'

/** What the figures are kept for. */
type Length = 'hour' | 'day'

/** The `store_id` of figures of all stores together. */
const allStores = '00000000-0000-0000-0000-000000000000'

const counts = sql`visits, members, first_visits, late, corrected, used`

/** Counts of the visits that began in a period (start in Unix milliseconds), without merged and doubtful ones. */
export type Figures = {
  start: number
  visits: number
  members: number
  /** Those of plates that were at no store before. */
  firstVisits: number
  late: number
  corrected: number
  used: number
}

/** A time of a statement. */
const at = (ms: number) => sql`to_timestamp(${ms / 1000})`

/**
 * Figures by hour or day. Whole days are read as such, the hours around them as hours, and only the visits before the first
 * whole hour and after the last are counted one by one: so the work depends on the number of periods, not on that of visits.
 */
export function readFigures(
  db: Reader,
  { since, until }: Range,
  by: Length,
  storeId: string | undefined,
): Promise<Figures[]> {
  const hours = wholePeriods({ since, until }, 'hour')
  const days = by === 'day' ? wholePeriods(hours, 'day') : { since: hours.until, until: hours.until }
  const here = storeId === undefined ? sql`true` : sql`store_id = ${storeId}`
  const within = (time: SQL, ...ranges: Range[]) =>
    sql.join(
      ranges.map((range) => sql`(${time} >= ${at(range.since)} and ${time} < ${at(range.until)})`),
      sql` or `,
    )
  const stored = (length: Length, ...ranges: Range[]) => sql`
    select starts_at, ${counts} from visit_figures
    where length = ${length} and store_id = ${storeId ?? allStores} and (${within(sql`starts_at`, ...ranges)})`
  return db.execute<Figures>(sql`
    select (extract(epoch from date_trunc(${by}, starts_at, 'Asia/Seoul')) * 1000)::double precision as start,
      sum(visits)::integer as visits, sum(members)::integer as members, sum(first_visits)::integer as "firstVisits",
      sum(late)::integer as late, sum(corrected)::integer as corrected, sum(used)::integer as used
    from (
      ${stored('day', days)}
      union all ${stored('hour', { since: hours.since, until: days.since }, { since: days.until, until: hours.until })}
      union all select hour, ${counts} from visit_figure_changes where (${within(sql`hour`, hours)}) and ${here}
      union all
      select v.first_read_at, 1, (v.member_id is not null)::integer,
        (p.first_visit_at = v.first_read_at and p.first_store_id = v.store_id)::integer, v.late::integer, v.corrected::integer,
        (v.product_name is not null)::integer
      from (
        select * from visits
        where (${within(sql`first_read_at`, { since, until: hours.since }, { since: hours.until, until })}) and ${here}
          and merged_into is null and doubtful_reads < reads
      ) v
      left join plates p on p.car_number = v.car_number
    ) f
    group by 1`)
}

/** Changes that one transaction adds up: some 0.1 s of the database. */
const changesAtOnce = 20_000

/**
 * Adds changes to the figures of their hours and days, and of all stores. `skip locked` lets two processes run it at the same
 * time; readers see either the changes or the sums. In a fixed order, so that two cannot deadlock.
 */
const addChanges = sql`
  with taken as (delete from visit_figure_changes where ctid = any (array(
    select ctid from visit_figure_changes for update skip locked limit ${changesAtOnce}
  )) returning *
  ), added as (
    insert into visit_figures as f (length, store_id, starts_at, ${counts})
    select length, store, starts_at, sum(visits), sum(members), sum(first_visits), sum(late), sum(corrected), sum(used) from taken
    cross join lateral (values ('hour', hour), ('day', date_trunc('day', hour, 'Asia/Seoul'))) p (length, starts_at)
    cross join lateral (values (taken.store_id), (${allStores}::uuid)) s (store)
    group by length, store, starts_at order by length, store, starts_at
    on conflict (length, store_id, starts_at) do update set visits = f.visits + excluded.visits,
      members = f.members + excluded.members, first_visits = f.first_visits + excluded.first_visits,
      late = f.late + excluded.late, corrected = f.corrected + excluded.corrected, used = f.used + excluded.used
  )
  select count(*)::integer as taken from taken`

/** Keeps the table `visit_figure_changes` small: each batch that begins or changes visits adds a row for each store and hour. */
export async function compactVisitFigures(db: Pick<Database, 'transaction'>): Promise<void> {
  for (let taken = changesAtOnce; taken === changesAtOnce; ) {
    const [row] = await db.transaction((tx) => tx.execute<{ taken: number }>(addChanges))
    taken = row?.taken ?? 0
  }
}
