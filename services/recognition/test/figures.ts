import type { Backend } from '@kingcar/testing'
import { expect } from 'vitest'

/** Compares the figures of visits, by hour and day and of each store and all, with a count of the rows. */
export async function expectFiguresToBeExact(sql: Backend['sql']): Promise<void> {
  const wrong = await sql`
    set search_path = recognition;
    with counted as (
      select v.store_id, date_trunc('hour', first_read_at, 'UTC') as hour, count(*) as visits, count(member_id) as members,
        count(*) filter (where not exists (
          select from visits b where b.car_number = v.car_number and b.merged_into is null and b.doubtful_reads < b.reads
            and (b.first_read_at, b.id) < (v.first_read_at, v.id)
        )) as first_visits, count(*) filter (where late) as late, count(*) filter (where corrected) as corrected,
        count(product_name) as used
      from visits v where merged_into is null and doubtful_reads < reads group by 1, 2
    ), of_periods as (
      select length, store, starts_at, sign, visits, members, first_visits, late, corrected, used
      from (select 1 as sign, * from counted union all select -1, * from visit_figure_changes) c
      cross join lateral (values ('hour', hour), ('day', date_trunc('day', hour, 'Asia/Seoul'))) p (length, starts_at)
      cross join lateral (values (store_id), (uuid '00000000-0000-0000-0000-000000000000')) s (store)
      union all
      select length, store_id, starts_at, -1, visits, members, first_visits, late, corrected, used from visit_figures
    )
    select length, store, starts_at, sum(sign * visits)::integer as visits, sum(sign * members)::integer as members,
      sum(sign * first_visits)::integer as first_visits, sum(sign * late)::integer as late,
      sum(sign * corrected)::integer as corrected, sum(sign * used)::integer as used
    from of_periods group by 1, 2, 3
    having sum(sign * visits) <> 0 or sum(sign * members) <> 0 or sum(sign * first_visits) <> 0 or sum(sign * late) <> 0
      or sum(sign * corrected) <> 0 or sum(sign * used) <> 0`.simple()
  expect(wrong.at(-1)).toEqual([])
}
