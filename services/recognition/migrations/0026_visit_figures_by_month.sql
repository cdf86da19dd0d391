-- Figures of months too, so that those of all stores over years are few rows. They follow the days in the same transaction,
-- whichever version of the service adds up the days.
alter table visit_figures drop constraint visit_figures_length_check,
  add constraint visit_figures_length_check check (length in ('hour', 'day', 'month'));

-- Adds changes of days to their months. One transaction after the other, because those of a statement that both inserts and
-- updates days come in two parts, each in its own order.
create function add_to_months() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (select from added where length = 'day') then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recognition visit months', 0));
  if tg_op = 'INSERT' then
    insert into visit_figures as f (length, store_id, starts_at, visits, members, first_visits, late, corrected, used)
    select 'month', store_id, date_trunc('month', starts_at, 'Asia/Seoul'), sum(visits), sum(members), sum(first_visits),
      sum(late), sum(corrected), sum(used)
    from added where length = 'day' group by 2, 3 order by 2, 3
    on conflict (length, store_id, starts_at) do update set visits = f.visits + excluded.visits,
      members = f.members + excluded.members, first_visits = f.first_visits + excluded.first_visits,
      late = f.late + excluded.late, corrected = f.corrected + excluded.corrected, used = f.used + excluded.used;
  else
    insert into visit_figures as f (length, store_id, starts_at, visits, members, first_visits, late, corrected, used)
    select 'month', store_id, date_trunc('month', starts_at, 'Asia/Seoul'), sum(n * visits), sum(n * members),
      sum(n * first_visits), sum(n * late), sum(n * corrected), sum(n * used)
    from (select 1 as n, * from added union all select -1, * from removed) d
    where length = 'day' group by 2, 3 order by 2, 3
    on conflict (length, store_id, starts_at) do update set visits = f.visits + excluded.visits,
      members = f.members + excluded.members, first_visits = f.first_visits + excluded.first_visits,
      late = f.late + excluded.late, corrected = f.corrected + excluded.corrected, used = f.used + excluded.used;
  end if;
  return null;
end
$$;

lock table visit_figures in share row exclusive mode; -- no day changes between its month's sum and the triggers
insert into visit_figures (length, store_id, starts_at, visits, members, first_visits, late, corrected, used)
select 'month', store_id, date_trunc('month', starts_at, 'Asia/Seoul'), sum(visits), sum(members), sum(first_visits), sum(late),
  sum(corrected), sum(used)
from visit_figures where length = 'day' group by 2, 3;

create trigger visit_figures_inserted after insert on visit_figures referencing new table as added
  for each statement execute function add_to_months();
create trigger visit_figures_updated after update on visit_figures referencing old table as removed new table as added
  for each statement execute function add_to_months();

-- Hours and days against the rows, and months against their days.
alter function wrong_visit_figures(timestamptz, timestamptz) rename to wrong_visit_hours_and_days;
create or replace function wrong_visit_hours_and_days(since timestamptz, until timestamptz)
returns table (
  length text, store_id uuid, starts_at timestamptz, visits numeric, members numeric, first_visits numeric, late numeric,
  corrected numeric, used numeric
) language sql stable set search_path from current
begin atomic
  with counted as (
    select v.store_id, date_trunc('hour', v.first_read_at, 'UTC') as hour, count(*) as visits, count(v.member_id) as members,
      count(*) filter (where not exists (
        select from visits b where b.car_number = v.car_number and b.merged_into is null and b.doubtful_reads < b.reads
          and (b.first_read_at, b.id) < (v.first_read_at, v.id)
      )) as first_visits, count(*) filter (where v.late) as late, count(*) filter (where v.corrected) as corrected,
      count(v.product_name) as used
    from visits v
    where v.merged_into is null and v.doubtful_reads < v.reads and v.first_read_at >= since and v.first_read_at < until
    group by 1, 2
  ), of_hours as (
    select 1 as sign, * from counted union all select -1, * from visit_figure_changes where hour >= since and hour < until
  ), of_periods as (
    select p.length, s.store_id, p.starts_at, h.sign, h.visits, h.members, h.first_visits, h.late, h.corrected, h.used from of_hours h
    cross join lateral (
      values ('hour', h.hour), ('day', date_trunc('day', h.hour, 'Asia/Seoul'))
    ) p (length, starts_at)
    cross join lateral (values (h.store_id), (uuid '00000000-0000-0000-0000-000000000000')) s (store_id)
    union all
    select f.length, f.store_id, f.starts_at, -1, f.visits, f.members, f.first_visits, f.late, f.corrected, f.used
    from visit_figures f where f.length <> 'month' and f.starts_at >= since and f.starts_at < until
  )
  select * from (
    select p.length, p.store_id, p.starts_at, sum(sign * p.visits) as visits, sum(sign * p.members) as members,
      sum(sign * p.first_visits) as first_visits, sum(sign * p.late) as late, sum(sign * p.corrected) as corrected,
      sum(sign * p.used) as used
    from of_periods p group by 1, 2, 3
  ) d
  where d.visits <> 0 or d.members <> 0 or d.first_visits <> 0 or d.late <> 0 or d.corrected <> 0 or d.used <> 0;
end;

create function wrong_visit_figures(since timestamptz, until timestamptz)
returns table (
  length text, store_id uuid, starts_at timestamptz, visits numeric, members numeric, first_visits numeric, late numeric,
  corrected numeric, used numeric
) language sql stable set search_path from current
begin atomic
  select * from wrong_visit_hours_and_days(since, until)
  union all
  select * from (
    select 'month', f.store_id, date_trunc('month', f.starts_at, 'Asia/Seoul') as at, sum(sign * f.visits) as visits,
      sum(sign * f.members) as members, sum(sign * f.first_visits) as first_visits, sum(sign * f.late) as late,
      sum(sign * f.corrected) as corrected, sum(sign * f.used) as used
    from (
      select case v.length when 'day' then 1 else -1 end as sign, v.* from visit_figures v where v.length in ('day', 'month')
    ) f
    group by 2, 3
  ) d
  where at >= date_trunc('month', since, 'Asia/Seoul') and at < until
    and (d.visits <> 0 or d.members <> 0 or d.first_visits <> 0 or d.late <> 0 or d.corrected <> 0 or d.used <> 0);
end;
