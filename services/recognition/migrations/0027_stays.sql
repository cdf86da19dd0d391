-- When the car of a visit left, kept with the visit: so figures contain how long cars stay, also when their reads have expired.
alter table visits add column left_at timestamptz;

-- When the car of an unmerged visit with this last read left: the first departure before the next visit and at most a day later.
create function visit_departure(store uuid, plate text, last timestamptz) returns timestamptz language sql stable
set search_path from current
begin atomic
  select min(r.recognized_at) from reads r
  where r.car_number = plate and r.rejected = 'direction' and r.store_id = store
    and r.recognized_at between last and last + interval '1 day'
    and r.recognized_at < coalesce((
      select n.first_read_at from visits n
      where n.store_id = store and n.car_number = plate and n.merged_into is null and n.first_read_at > last
      order by n.first_read_at limit 1
    ), 'infinity');
end;

-- Whole seconds; 0 without a departure.
create function stay_seconds(first_read_at timestamptz, left_at timestamptz) returns integer language sql immutable
return coalesce(round(extract(epoch from left_at - first_read_at))::integer, 0);

-- Visits whose stored departure is another one than that of the reads. Visits without reads any more are left out.
create function wrong_departure_figures(since timestamptz, until timestamptz)
returns table (id uuid, left_at timestamptz, departure timestamptz) language sql stable set search_path from current
begin atomic
  with kept as (
    select min(to_date(c.relname, '"reads_"YYYY_MM')::timestamp at time zone 'UTC') as since
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reads'::regclass
  ), concerned as (
    select v.id from visits v where v.left_at is not null and v.first_read_at >= since and v.first_read_at < until
    union
    select v.id from reads r cross join lateral (
      select u.id from visits u
      where u.store_id = r.store_id and u.car_number = r.car_number and u.merged_into is null
        and u.first_read_at <= r.recognized_at
      order by u.first_read_at desc limit 1
    ) v
    where r.rejected = 'direction' and r.recognized_at >= since and r.recognized_at < until + interval '1 month'
  )
  select v.id, v.left_at, d.at from concerned join visits v using (id) cross join kept
  cross join lateral (select visit_departure(v.store_id, v.car_number, v.last_read_at) as at) d
  where v.merged_into is null and v.first_read_at >= since and v.first_read_at < until and v.first_read_at >= kept.since
    and v.left_at is distinct from d.at;
end;

alter table visit_figures add column stays bigint not null default 0, add column stay_seconds bigint not null default 0;
alter table visit_figure_changes add column stays bigint not null default 0, add column stay_seconds bigint not null default 0;
alter type visit_change add attribute stays integer, add attribute stay_seconds integer;

create or replace function add_visit_changes(changes visit_change[]) returns void language plpgsql
set search_path from current set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with change as materialized (
    select * from unnest(changes)
  ), former as materialized (
    select p.car_number from (select car_number, min(first_read_at) as at from change where visits <> 0 group by car_number) c
    join plates p on p.car_number = c.car_number and (p.first_visit_at is null or c.at <= p.first_visit_at)
  ), first as (
    update plates p set first_visit_at = f.first_read_at, first_store_id = f.store_id
    from former left join lateral (
      select v.first_read_at, v.store_id from visits v
      -- both bounds and the order by plate: in an empty table the index of times, which has the rest of the order, looks as good
      where v.car_number >= former.car_number and v.car_number <= former.car_number and v.merged_into is null
        and v.doubtful_reads < v.reads
      order by v.car_number, v.first_read_at, v.id limit 1
    ) f on true
    where p.car_number = former.car_number
      and (p.first_visit_at, p.first_store_id) is distinct from (f.first_read_at, f.store_id)
    returning old.first_visit_at as old_at, old.first_store_id as old_store, new.first_visit_at as new_at, new.first_store_id as new_store
  )
  insert into visit_figure_changes (
    store_id, hour, visits, members, first_visits, late, corrected, used, stays, stay_seconds
  )
  select store_id, date_trunc('hour', at, 'UTC'), sum(visits), sum(members), sum(first_visits), sum(late), sum(corrected),
    sum(used), sum(stays), sum(stay_seconds)
  from (
    select store_id, first_read_at as at, visits, members, 0 as first_visits, late, corrected, used, stays, stay_seconds from change
    union all select old_store, old_at, 0, 0, -1, 0, 0, 0, 0, 0 from first where old_at is not null
    union all select new_store, new_at, 0, 0, 1, 0, 0, 0, 0, 0 from first where new_at is not null
  ) c
  group by 1, 2
  having sum(visits) <> 0 or sum(members) <> 0 or sum(first_visits) <> 0 or sum(late) <> 0 or sum(corrected) <> 0
    or sum(used) <> 0 or sum(stays) <> 0 or sum(stay_seconds) <> 0;
end
$$;

create or replace function count_visits() returns trigger language plpgsql set search_path from current as $$
declare
  changes visit_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg((store_id, car_number, first_read_at, 1, (member_id is not null)::integer, late::integer,
      corrected::integer, (product_name is not null)::integer, (left_at is not null)::integer,
      stay_seconds(first_read_at, left_at))::visit_change)
    into changes from added where merged_into is null and doubtful_reads < reads;
  else
    select array_agg((store_id, car_number, first_read_at, visits, members, late, corrected, used, stays, seconds)::visit_change)
    into changes
    from (
      select store_id, car_number, first_read_at, sum(n) as visits, sum(n * (member_id is not null)::integer) as members,
        sum(n * late::integer) as late, sum(n * corrected::integer) as corrected,
        sum(n * (product_name is not null)::integer) as used, sum(n * (left_at is not null)::integer) as stays,
        sum(n * stay_seconds(first_read_at, left_at)) as seconds
      from (select 1 as n, * from added union all select -1, * from removed) v
      where merged_into is null and doubtful_reads < reads
      group by store_id, car_number, first_read_at
    ) c
    where visits <> 0 or members <> 0 or late <> 0 or corrected <> 0 or used <> 0 or stays <> 0 or seconds <> 0;
  end if;
  if changes is not null then
    perform add_visit_changes(changes);
  end if;
  return null;
end
$$;

create or replace function add_to_months() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (select from added where length = 'day') then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recognition visit months', 0));
  if tg_op = 'INSERT' then
    insert into visit_figures as f (
      length, store_id, starts_at, visits, members, first_visits, late, corrected, used, stays, stay_seconds
    )
    select 'month', store_id, date_trunc('month', starts_at, 'Asia/Seoul'), sum(visits), sum(members), sum(first_visits),
      sum(late), sum(corrected), sum(used), sum(stays), sum(stay_seconds)
    from added where length = 'day' group by 2, 3 order by 2, 3
    on conflict (length, store_id, starts_at) do update set visits = f.visits + excluded.visits,
      members = f.members + excluded.members, first_visits = f.first_visits + excluded.first_visits,
      late = f.late + excluded.late, corrected = f.corrected + excluded.corrected, used = f.used + excluded.used,
      stays = f.stays + excluded.stays, stay_seconds = f.stay_seconds + excluded.stay_seconds;
  else
    insert into visit_figures as f (
      length, store_id, starts_at, visits, members, first_visits, late, corrected, used, stays, stay_seconds
    )
    select 'month', store_id, date_trunc('month', starts_at, 'Asia/Seoul'), sum(n * visits), sum(n * members),
      sum(n * first_visits), sum(n * late), sum(n * corrected), sum(n * used), sum(n * stays), sum(n * stay_seconds)
    from (select 1 as n, * from added union all select -1, * from removed) d
    where length = 'day' group by 2, 3 order by 2, 3
    on conflict (length, store_id, starts_at) do update set visits = f.visits + excluded.visits,
      members = f.members + excluded.members, first_visits = f.first_visits + excluded.first_visits,
      late = f.late + excluded.late, corrected = f.corrected + excluded.corrected, used = f.used + excluded.used,
      stays = f.stays + excluded.stays, stay_seconds = f.stay_seconds + excluded.stay_seconds;
  end if;
  return null;
end
$$;

-- Counts all visits again, with their departures, and all plates' first visits. Visits cannot be changed meanwhile.
create or replace function recount_visits() returns void language plpgsql set search_path from current as $$
begin
  lock table visits in share row exclusive mode; -- what changes visits ends first, and is counted here
  update visits v set left_at = w.departure from wrong_departure_figures('-infinity', 'infinity') w where v.id = w.id;
  truncate visit_figure_changes, visit_figures; -- in the order of the job that adds them up
  update plates p set first_visit_at = f.first_read_at, first_store_id = f.store_id
  from plates q left join (
    select distinct on (car_number) car_number, first_read_at, store_id from visits
    where merged_into is null and doubtful_reads < reads
    order by car_number, first_read_at, id
  ) f using (car_number)
  where p.car_number = q.car_number
    and (p.first_visit_at, p.first_store_id) is distinct from (f.first_read_at, f.store_id);
  insert into visit_figures (
    length, store_id, starts_at, visits, members, first_visits, late, corrected, used, stays, stay_seconds
  )
  select length, s.store, starts_at, sum(visits), sum(members), sum(first_visits), sum(late), sum(corrected), sum(used),
    sum(stays), sum(seconds)
  from (
    select store_id, date_trunc('hour', first_read_at, 'UTC') as hour, count(*) as visits, count(member_id) as members,
      0 as first_visits, count(*) filter (where late) as late, count(*) filter (where corrected) as corrected,
      count(product_name) as used, count(left_at) as stays, sum(stay_seconds(first_read_at, left_at)) as seconds
    from visits where merged_into is null and doubtful_reads < reads group by 1, 2
    union all
    select first_store_id, date_trunc('hour', first_visit_at, 'UTC'), 0, 0, count(*), 0, 0, 0, 0, 0
    from plates where first_visit_at is not null group by 1, 2
  ) h
  cross join lateral (values ('hour', hour), ('day', date_trunc('day', hour, 'Asia/Seoul'))) p (length, starts_at)
  cross join lateral (values (h.store_id), (uuid '00000000-0000-0000-0000-000000000000')) s (store)
  group by length, s.store, starts_at;
end
$$;

drop function wrong_visit_figures(timestamptz, timestamptz);
drop function wrong_visit_hours_and_days(timestamptz, timestamptz);

-- Hours and days against the rows.
create function wrong_visit_hours_and_days(since timestamptz, until timestamptz)
returns table (
  length text, store_id uuid, starts_at timestamptz, visits numeric, members numeric, first_visits numeric, late numeric,
  corrected numeric, used numeric, stays numeric, seconds numeric
) language sql stable set search_path from current
begin atomic
  with counted as (
    select v.store_id, date_trunc('hour', v.first_read_at, 'UTC') as hour, count(*) as visits, count(v.member_id) as members,
      count(*) filter (where not exists (
        select from visits b where b.car_number = v.car_number and b.merged_into is null and b.doubtful_reads < b.reads
          and (b.first_read_at, b.id) < (v.first_read_at, v.id)
      )) as first_visits, count(*) filter (where v.late) as late, count(*) filter (where v.corrected) as corrected,
      count(v.product_name) as used, count(v.left_at) as stays,
      sum(stay_seconds(v.first_read_at, v.left_at)) as seconds
    from visits v
    where v.merged_into is null and v.doubtful_reads < v.reads and v.first_read_at >= since and v.first_read_at < until
    group by 1, 2
  ), of_hours as (
    select 1 as sign, * from counted
    union all
    select -1, c.store_id, c.hour, c.visits, c.members, c.first_visits, c.late, c.corrected, c.used, c.stays, c.stay_seconds
    from visit_figure_changes c where c.hour >= since and c.hour < until
  ), of_periods as (
    select p.length, s.store_id, p.starts_at, h.sign, h.visits, h.members, h.first_visits, h.late, h.corrected, h.used,
      h.stays, h.seconds
    from of_hours h
    cross join lateral (
      values ('hour', h.hour), ('day', date_trunc('day', h.hour, 'Asia/Seoul'))
    ) p (length, starts_at)
    cross join lateral (values (h.store_id), (uuid '00000000-0000-0000-0000-000000000000')) s (store_id)
    union all
    select f.length, f.store_id, f.starts_at, -1, f.visits, f.members, f.first_visits, f.late, f.corrected, f.used, f.stays,
      f.stay_seconds
    from visit_figures f where f.length <> 'month' and f.starts_at >= since and f.starts_at < until
  )
  select * from (
    select p.length, p.store_id, p.starts_at, sum(sign * p.visits) as visits, sum(sign * p.members) as members,
      sum(sign * p.first_visits) as first_visits, sum(sign * p.late) as late, sum(sign * p.corrected) as corrected,
      sum(sign * p.used) as used, sum(sign * p.stays) as stays, sum(sign * p.seconds) as seconds
    from of_periods p group by 1, 2, 3
  ) d
  where d.visits <> 0 or d.members <> 0 or d.first_visits <> 0 or d.late <> 0 or d.corrected <> 0 or d.used <> 0
    or d.stays <> 0 or d.seconds <> 0;
end;

-- The same, and months against their days.
create function wrong_visit_figures(since timestamptz, until timestamptz)
returns table (
  length text, store_id uuid, starts_at timestamptz, visits numeric, members numeric, first_visits numeric, late numeric,
  corrected numeric, used numeric, stays numeric, seconds numeric
) language sql stable set search_path from current
begin atomic
  select * from wrong_visit_hours_and_days(since, until)
  union all
  select * from (
    select 'month', f.store_id, date_trunc('month', f.starts_at, 'Asia/Seoul') as at, sum(sign * f.visits) as visits,
      sum(sign * f.members) as members, sum(sign * f.first_visits) as first_visits, sum(sign * f.late) as late,
      sum(sign * f.corrected) as corrected, sum(sign * f.used) as used, sum(sign * f.stays) as stays,
      sum(sign * f.stay_seconds) as seconds
    from (
      select case v.length when 'day' then 1 else -1 end as sign, v.* from visit_figures v where v.length in ('day', 'month')
    ) f
    group by 2, 3
  ) d
  where at >= date_trunc('month', since, 'Asia/Seoul') and at < until
    and (d.visits <> 0 or d.members <> 0 or d.first_visits <> 0 or d.late <> 0 or d.corrected <> 0 or d.used <> 0
      or d.stays <> 0 or d.seconds <> 0);
end;

-- The stays of the reads that are kept. The triggers add them to the figures.
lock table visits in share row exclusive mode;
update visits v set left_at = w.departure from wrong_departure_figures('-infinity', 'infinity') w where v.id = w.id;
