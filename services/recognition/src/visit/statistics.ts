import { type contract, type Input, type Range, type Result, rangeOf } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type Length, periodsOf } from './periods.ts'

type Op = typeof contract.recognition.getVisitStatistics
type Row = { start: number; visits: number; members: number; returning: number }

/** Visits by hour or day in Asia/Seoul, including periods without a visit. */
export async function getVisitStatistics(ctx: Pick<Ctx, 'db'>, input: Input<Op>): Promise<Result<Op>> {
  const { by = 'day', storeId } = input
  const range = rangeOf(input)
  const periods = periodsOf(range, by)
  const rows = await count(ctx.db.search, range, by, storeId)
  const found = new Map(rows.map(({ start, ...figures }) => [start, figures]))
  return periods.map(({ start, name }) => {
    const { visits, members, returning } = found.get(start) ?? { visits: 0, members: 0, returning: 0 }
    return { period: name, visits, members, guests: visits - members, returning }
  })
}

/**
 * A visit is returning unless it is its plate's first one at any store, so this counts first visits: the first of each
 * plate in the range, if the plate had none before. There are two ways to find out. For a recent range (less time has
 * passed since its end than it lasted), the plate had none before if its total equals its visits since the start of the
 * range; this reads only the small table of plates. For other ranges it looks for an earlier visit: one lookup per
 * plate or one scan, whichever the planner finds cheaper.
 */
function count(search: Reader, { since, until }: Range, by: Length, storeId: string | undefined) {
  const [begin, end] = [sql`to_timestamp(${since / 1000})`, sql`to_timestamp(${until / 1000})`]
  const start = sql`date_bin(${`1 ${by}`}::interval, first_read_at, timestamptz '1970-01-01T00:00+09')`
  const here = storeId === undefined ? sql`true` : sql`store_id = ${storeId}`
  const isRecent = Date.now() - until < until - since
  const nothingBefore = isRecent
    ? sql`exists (select from plates p where p.car_number = seen.car_number and p.visits = seen.visits)`
    : sql`not exists (
        select from visits before
        where before.car_number = seen.car_number and before.merged_into is null and before.first_read_at < ${begin}
      )`
  return search.execute<Row>(sql`
    with counted as (
      select ${start} as start, count(*) as visits, count(member_id) as members from visits
      where merged_into is null and first_read_at >= ${begin} and first_read_at < ${end} and ${here}
      group by 1
    ), seen as (
      select car_number, count(*) as visits, min(first_read_at) as first_read_at,
        min(first_read_at) filter (where ${here}) as here
      from visits
      where merged_into is null and first_read_at >= ${begin} and ${isRecent ? sql`true` : sql`first_read_at < ${end}`}
      group by car_number
    ), first as (
      select ${start} as start, count(*) as visits from seen
      where here = first_read_at and first_read_at < ${end} and ${nothingBefore}
      group by 1
    )
    select (extract(epoch from start) * 1000)::double precision as start, counted.visits::integer,
      counted.members::integer, (counted.visits - coalesce(first.visits, 0))::integer as returning
    from counted left join first using (start)`)
}
