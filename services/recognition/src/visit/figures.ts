import { type PeriodLength, piecesOf, type Range } from '@kingcar/contract'
import type { Database, Reader } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'

/** The kinds of rows of figures; `none` is one row for all. */
export type FigureGroup = 'none' | 'store' | PeriodLength

/** The `store_id` of figures of all stores together. */
const allStores = '00000000-0000-0000-0000-000000000000'

const counts = sql`visits, members, first_visits, late, corrected, used, stays, stay_seconds`

/** Counts of the visits that began in a period or at a store, without merged and doubtful ones. */
export type Figures = {
  /** Start of the period in Unix milliseconds, or the id of the store; empty for all together. */
  key: string
  visits: number
  members: number
  /** Visits of plates that were at no store before. */
  firstVisits: number
  late: number
  corrected: number
  used: number
  /** Number of visits whose departure is known, and the sum of their lengths. */
  stays: number
  staySeconds: number
}

/** A time of a statement. */
const at = (ms: number) => sql`to_timestamp(${ms / 1000})`

/** The lengths of periods that have sums, and can be added up to the periods of a group. */
function lengthsFor(by: FigureGroup): [PeriodLength, ...PeriodLength[]] {
  if (by === 'hour') return ['hour']
  return by === 'day' || by === 'week' ? ['hour', 'day'] : ['hour', 'day', 'month']
}

const keyOf = (by: FigureGroup): SQL => {
  if (by === 'none') return sql`''`
  if (by === 'store') return sql`store_id::text`
  return sql`(extract(epoch from date_trunc(${by}, starts_at, 'Asia/Seoul')) * 1000)::bigint::text`
}

/**
 * Figures of a range, of some stores or all. Whole months, days and hours are read as sums, and only the visits before
 * the first whole hour and after the last are counted one by one: so the work depends on the number of periods, not on
 * that of visits.
 * @param storeIds undefined for all stores
 */
export function readFigures(
  db: Reader,
  range: Range,
  by: FigureGroup,
  storeIds: readonly string[] | undefined,
): Promise<Figures[]> {
  const { summed, pieces, rest } = piecesOf(range, lengthsFor(by))
  const here = storeIds ? sql`store_id = any(${makePgArray([...storeIds])}::uuid[])` : sql`true`
  const isOfAll = sql`store_id = ${allStores}`
  const ofStores = storeIds ? here : by === 'store' ? sql`not ${isOfAll}` : isOfAll
  const sources = [
    ...pieces.map(
      ({ length, ranges }) => sql`
        select store_id, starts_at, ${counts} from visit_figures
        where length = ${length} and ${ofStores} and ${within(sql`starts_at`, ranges)}`,
    ),
    sql`select store_id, hour, ${counts} from visit_figure_changes where ${within(sql`hour`, [summed])} and ${here}`,
    sql`
      select v.store_id, v.first_read_at, 1, (v.member_id is not null)::integer,
        (p.first_visit_at = v.first_read_at and p.first_store_id = v.store_id)::integer, v.late::integer, v.corrected::integer,
        (v.product_name is not null)::integer, (v.left_at is not null)::integer, stay_seconds(v.first_read_at, v.left_at)
      from (
        select * from visits
        where ${within(sql`first_read_at`, rest)} and ${here} and merged_into is null and doubtful_reads < reads
      ) v
      left join plates p on p.car_number = v.car_number`,
  ]
  return db.execute<Figures>(sql`
    select ${keyOf(by)} as key, sum(visits)::double precision as visits, sum(members)::double precision as members,
      sum(first_visits)::double precision as "firstVisits", sum(late)::double precision as late,
      sum(corrected)::double precision as corrected, sum(used)::double precision as used,
      sum(stays)::double precision as stays, sum(stay_seconds)::double precision as "staySeconds"
    from (${sql.join(sources, sql` union all `)}) f
    group by 1`)
}

/** Whether a time of a row is in one of the ranges. */
const within = (time: SQL, ranges: readonly Range[]): SQL =>
  ranges.length === 0
    ? sql`false`
    : sql`(${sql.join(
        ranges.map(({ since, until }) => sql`(${time} >= ${at(since)} and ${time} < ${at(until)})`),
        sql` or `,
      )})`

/**
 * Number of changes that one transaction adds up: about 10 ms of the database, far below its deadline on a busy
 * machine.
 */
const changesAtOnce = 2_000

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
    select length, store, starts_at, sum(visits), sum(members), sum(first_visits), sum(late), sum(corrected), sum(used),
      sum(stays), sum(stay_seconds)
    from taken
    cross join lateral (values ('hour', hour), ('day', date_trunc('day', hour, 'Asia/Seoul'))) p (length, starts_at)
    cross join lateral (values (taken.store_id), (${allStores}::uuid)) s (store)
    group by length, store, starts_at order by length, store, starts_at
    on conflict (length, store_id, starts_at) do update set visits = f.visits + excluded.visits,
      members = f.members + excluded.members, first_visits = f.first_visits + excluded.first_visits,
      late = f.late + excluded.late, corrected = f.corrected + excluded.corrected, used = f.used + excluded.used,
      stays = f.stays + excluded.stays, stay_seconds = f.stay_seconds + excluded.stay_seconds
  )
  select count(*)::integer as taken from taken`

/**
 * Adds up the changes in the table `visit_figure_changes`, so that it stays small: each batch that begins or changes
 * visits adds a row for each store and hour.
 */
export async function compactVisitFigures(db: Pick<Database, 'transaction'>): Promise<void> {
  for (let taken = changesAtOnce; taken === changesAtOnce; ) {
    const [row] = await db.transaction((tx) => tx.execute<{ taken: number }>(addChanges))
    taken = row?.taken ?? 0
  }
}
