-- Figures of visits by hour and day in Seoul, so that statistics of years read as many rows as they have periods. A visit that
-- is merged or doubtful is not counted.

-- The first visit of a plate, which is the only one that is not returning.
alter table plates add column first_visit_at timestamptz(3), add column first_store_id uuid;

-- `store_id` is zero for all stores together.
create table visit_figures (
  length text not null check (length in ('hour', 'day')),
  store_id uuid not null,
  starts_at timestamptz not null,
  visits bigint not null,
  members bigint not null,
  first_visits bigint not null,
  late bigint not null,
  corrected bigint not null,
  used bigint not null,
  primary key (length, store_id, starts_at)
);

-- What is not yet added to the figures: concurrent transactions append, and do not wait for each other.
create table visit_figure_changes (
  store_id uuid not null,
  hour timestamptz not null,
  visits bigint not null,
  members bigint not null,
  first_visits bigint not null,
  late bigint not null,
  corrected bigint not null,
  used bigint not null
);

-- By how much the counts of the visits of a plate that begin at one time change.
create type visit_change as (
  store_id uuid, car_number text, first_read_at timestamptz, visits integer, members integer, late integer, corrected integer,
  used integer
);

-- Adds the changes of a statement, and the plates whose first visit is another one now. Plans are made for empty tables.
create function add_visit_changes(changes visit_change[]) returns void language plpgsql
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
  insert into visit_figure_changes
  select store_id, date_trunc('hour', at, 'UTC'), sum(visits), sum(members), sum(first_visits), sum(late), sum(corrected), sum(used)
  from (
    select store_id, first_read_at as at, visits, members, 0 as first_visits, late, corrected, used from change
    union all select old_store, old_at, 0, 0, -1, 0, 0, 0 from first where old_at is not null
    union all select new_store, new_at, 0, 0, 1, 0, 0, 0 from first where new_at is not null
  ) c
  group by 1, 2
  having sum(visits) <> 0 or sum(members) <> 0 or sum(first_visits) <> 0 or sum(late) <> 0 or sum(corrected) <> 0 or sum(used) <> 0;
end
$$;

create function count_visits() returns trigger language plpgsql set search_path from current as $$
declare
  changes visit_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg((store_id, car_number, first_read_at, 1, (member_id is not null)::integer, late::integer,
      corrected::integer, (product_name is not null)::integer)::visit_change)
    into changes from added where merged_into is null and doubtful_reads < reads;
  else
    select array_agg((store_id, car_number, first_read_at, visits, members, late, corrected, used)::visit_change) into changes
    from (
      select store_id, car_number, first_read_at, sum(n) as visits, sum(n * (member_id is not null)::integer) as members,
        sum(n * late::integer) as late, sum(n * corrected::integer) as corrected,
        sum(n * (product_name is not null)::integer) as used
      from (select 1 as n, * from added union all select -1, * from removed) v
      where merged_into is null and doubtful_reads < reads
      group by store_id, car_number, first_read_at
    ) c
    where visits <> 0 or members <> 0 or late <> 0 or corrected <> 0 or used <> 0;
  end if;
  if changes is not null then
    perform add_visit_changes(changes);
  end if;
  return null;
end
$$;

-- Counts all visits again, and all plates' first visits. Visits cannot be changed meanwhile.
create function recount_visits() returns void language plpgsql set search_path from current as $$
begin
  lock table visits in share row exclusive mode; -- what changes visits ends first, and is counted here
  truncate visit_figure_changes, visit_figures; -- in the order of the job that adds them up
  update plates p set first_visit_at = f.first_read_at, first_store_id = f.store_id
  from plates q left join (
    select distinct on (car_number) car_number, first_read_at, store_id from visits
    where merged_into is null and doubtful_reads < reads
    order by car_number, first_read_at, id
  ) f using (car_number)
  where p.car_number = q.car_number
    and (p.first_visit_at, p.first_store_id) is distinct from (f.first_read_at, f.store_id);
  insert into visit_figures
  select length, s.store, starts_at, sum(visits), sum(members), sum(first_visits), sum(late), sum(corrected), sum(used)
  from (
    select store_id, date_trunc('hour', first_read_at, 'UTC') as hour, count(*) as visits, count(member_id) as members,
      0 as first_visits, count(*) filter (where late) as late, count(*) filter (where corrected) as corrected,
      count(product_name) as used
    from visits where merged_into is null and doubtful_reads < reads group by 1, 2
    union all
    select first_store_id, date_trunc('hour', first_visit_at, 'UTC'), 0, 0, count(*), 0, 0, 0
    from plates where first_visit_at is not null group by 1, 2
  ) h
  cross join lateral (values ('hour', hour), ('day', date_trunc('day', hour, 'Asia/Seoul'))) p (length, starts_at)
  cross join lateral (values (h.store_id), (uuid '00000000-0000-0000-0000-000000000000')) s (store)
  group by length, s.store, starts_at;
end
$$;
select recount_visits();

-- The differences between the figures and a count of the rows, by which the figures are too low; none if all is well. Both times
-- have to be midnights in Seoul. Locks nothing.
create function wrong_visit_figures(since timestamptz, until timestamptz)
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
    from visit_figures f where f.starts_at >= since and f.starts_at < until
  )
  select * from (
    select p.length, p.store_id, p.starts_at, sum(sign * p.visits) as visits, sum(sign * p.members) as members,
      sum(sign * p.first_visits) as first_visits, sum(sign * p.late) as late, sum(sign * p.corrected) as corrected,
      sum(sign * p.used) as used
    from of_periods p group by 1, 2, 3
  ) d
  where d.visits <> 0 or d.members <> 0 or d.first_visits <> 0 or d.late <> 0 or d.corrected <> 0 or d.used <> 0;
end;

create trigger visits_inserted after insert on visits referencing new table as added
  for each statement execute function count_visits();
create trigger visits_updated after update on visits referencing old table as removed new table as added
  for each statement execute function count_visits();
