-- replaced by 0012_subscription_and_use_figures.sql
-- What that file has and 0013_subscription_and_use_figures.sql of 0.1.0 and 0.2.0 had not: cohorts of subscribers, functions whose
-- plans use indexes, and counts after a truncation. The ends of subscriptions stay as they were written.
-- 0034 drops the index subscriptions_started.

-- Members by the month of their first subscription (null without any). `kept`: whether they had an active one when the 1st, 2nd, 3rd,
-- 6th and 12th month after that was over, as far as it is known: an active one counts for all that is to come.
create table subscribers (
  member_id uuid primary key,
  month timestamptz,
  kept integer[] not null default '{0,0,0,0,0}'
);
create table cohort_figures (
  month timestamptz primary key,
  began bigint not null,
  after_1 bigint not null,
  after_2 bigint not null,
  after_3 bigint not null,
  after_6 bigint not null,
  after_12 bigint not null
);
create table cohort_figure_changes (
  month timestamptz not null,
  began bigint not null,
  after_1 bigint not null,
  after_2 bigint not null,
  after_3 bigint not null,
  after_6 bigint not null,
  after_12 bigint not null
);

-- The row of `subscribers` by the member's subscriptions; none without any.
create function cohort_of(member uuid) returns table (month timestamptz, kept integer[]) language sql stable
begin atomic
  with own as materialized ( -- by the index of members: that of starts would look as good in an empty table
    select p.starts_at, p.ended_at from user_products p
    where p.member_id = member and p.type = 'subscribe' and (p.ended_at is null or p.ended_at > p.starts_at)
  ), first as (
    select date_trunc('month', min(starts_at), 'Asia/Seoul') as month from own
  )
  select f.month, array_agg(
    exists (
      select from own where starts_at < e.at and (ended_at is null or ended_at >= e.at)
    )::integer order by n.months)
  from first f
  cross join unnest(array[1, 2, 3, 6, 12]) n (months)
  cross join lateral (
    select (f.month at time zone 'Asia/Seoul' + make_interval(months => n.months + 1)) at time zone 'Asia/Seoul' as at
  ) e
  where f.month is not null
  group by f.month;
end;

-- Counts members again whose subscriptions a statement has changed. The members' rows are locked in one order, so that the last of
-- concurrent transactions sees the subscriptions of all. Plans are made for empty tables.
create function count_cohorts(members uuid[]) returns void language plpgsql set search_path from current
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into subscribers (member_id) select distinct id from unnest(members) id order by id
  on conflict (member_id) do update set member_id = excluded.member_id;
  with changed as (
    update subscribers s set month = m.month, kept = m.kept
    from (
      select id, c.month, coalesce(c.kept, '{0,0,0,0,0}') as kept from (select distinct id from unnest(members) id) i
      left join lateral cohort_of(i.id) c on true
    ) m
    where s.member_id = m.id and (s.month, s.kept) is distinct from (m.month, m.kept)
    returning old.month as old_month, old.kept as old_kept, new.month as new_month, new.kept as new_kept
  )
  insert into cohort_figure_changes
  select month, sum(n), sum(n * kept[1]), sum(n * kept[2]), sum(n * kept[3]), sum(n * kept[4]), sum(n * kept[5])
  from (
    select -1 as n, old_month as month, old_kept as kept from changed union all select 1, new_month, new_kept from changed
  ) c
  where month is not null
  group by month;
end
$$;

create or replace function count_subscriptions() returns trigger language plpgsql set search_path from current as $$
declare
  members uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(member_id) into members from added where type = 'subscribe';
    insert into subscription_figure_changes
    select p.product_id, date_trunc('day', e.at, 'Asia/Seoul'), sum(e.started), sum(e.ended_by_stop), sum(e.ended_by_dunning),
      sum(e.ended_by_leave), sum(e.ended_otherwise), sum(e.monthly_revenue)
    from added p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause) e
    group by 1, 2;
  elsif tg_op = 'DELETE' then
    select array_agg(member_id) into members from removed where type = 'subscribe';
    insert into subscription_figure_changes
    select p.product_id, date_trunc('day', e.at, 'Asia/Seoul'), -sum(e.started), -sum(e.ended_by_stop), -sum(e.ended_by_dunning),
      -sum(e.ended_by_leave), -sum(e.ended_otherwise), -sum(e.monthly_revenue)
    from removed p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause) e
    group by 1, 2;
  else
    select array_agg(member_id) into members from (
      select member_id from (
        select id, member_id, starts_at, ended_at from added where type = 'subscribe'
        union all select id, member_id, starts_at, ended_at from removed where type = 'subscribe'
      ) u group by id, member_id, starts_at, ended_at having count(*) = 1
    ) c;
    insert into subscription_figure_changes
    select p.product_id, date_trunc('day', e.at, 'Asia/Seoul'), sum(n * e.started), sum(n * e.ended_by_stop),
      sum(n * e.ended_by_dunning), sum(n * e.ended_by_leave), sum(n * e.ended_otherwise), sum(n * e.monthly_revenue)
    from (
      select 1 as n, product_id, type, order_id, price, billing_months, starts_at, ended_at, end_cause from added
      union all
      select -1, product_id, type, order_id, price, billing_months, starts_at, ended_at, end_cause from removed
    ) p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause) e
    group by 1, 2
    having sum(n * e.started) <> 0 or sum(n * e.ended_by_stop) <> 0 or sum(n * e.ended_by_dunning) <> 0
      or sum(n * e.ended_by_leave) <> 0 or sum(n * e.ended_otherwise) <> 0 or sum(n * e.monthly_revenue) <> 0;
  end if;
  if members is not null then
    perform count_cohorts(members);
  end if;
  return null;
end
$$;

-- Counts all subscriptions again. They cannot be changed in the meantime.
create or replace function recount_subscriptions() returns void language plpgsql set search_path from current as $$
begin
  lock table user_products in share row exclusive mode; -- what changes them ends first, and is counted here
  -- in the order of the job that adds them up
  truncate subscription_figure_changes, subscription_figures, cohort_figure_changes, cohort_figures, subscribers;
  insert into subscription_figures
  select l.length, s.product, l.starts_at, sum(e.started), sum(e.ended_by_stop), sum(e.ended_by_dunning), sum(e.ended_by_leave),
    sum(e.ended_otherwise), sum(e.monthly_revenue)
  from user_products p
  cross join lateral
    subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause) e
  cross join lateral (
    values ('day', date_trunc('day', e.at, 'Asia/Seoul')), ('month', date_trunc('month', e.at, 'Asia/Seoul'))
  ) l (length, starts_at)
  cross join lateral (values (p.product_id), (uuid '00000000-0000-0000-0000-000000000000')) s (product)
  group by 1, 2, 3;
  insert into subscribers
  select m.id, c.month, c.kept from (select distinct member_id as id from user_products where type = 'subscribe') m
  cross join lateral cohort_of(m.id) c;
  insert into cohort_figures
  select month, count(*), sum(kept[1]), sum(kept[2]), sum(kept[3]), sum(kept[4]), sum(kept[5]) from subscribers group by month;
end
$$;

create function recount_truncated_subscriptions() returns trigger language plpgsql set search_path from current as $$
begin
  perform recount_subscriptions();
  return null;
end
$$;
create trigger subscriptions_truncated after truncate on user_products for each statement
  execute function recount_truncated_subscriptions();

-- The same for cohorts.
create function wrong_cohort_figures(since timestamptz, until timestamptz)
returns table (
  month timestamptz, began numeric, after_1 numeric, after_2 numeric, after_3 numeric, after_6 numeric, after_12 numeric
) language sql stable
begin atomic
  with members as (
    select distinct p.member_id as id from user_products p
    where p.type = 'subscribe' and p.starts_at >= since and p.starts_at < until
  ), counts as (
    select c.month, 1 as began, c.kept[1] as after_1, c.kept[2] as after_2, c.kept[3] as after_3, c.kept[4] as after_6,
      c.kept[5] as after_12
    from members m cross join lateral cohort_of(m.id) c
    where c.month >= since and c.month < until
    union all
    select f.month, -f.began, -f.after_1, -f.after_2, -f.after_3, -f.after_6, -f.after_12 from (
      select * from cohort_figures union all select * from cohort_figure_changes
    ) f where f.month >= since and f.month < until
  )
  select * from (
    select c.month, sum(c.began) as began, sum(c.after_1) as after_1, sum(c.after_2) as after_2, sum(c.after_3) as after_3,
      sum(c.after_6) as after_6, sum(c.after_12) as after_12
    from counts c group by 1
  ) d
  where d.began <> 0 or d.after_1 <> 0 or d.after_2 <> 0 or d.after_3 <> 0 or d.after_6 <> 0 or d.after_12 <> 0;
end;

-- Its plans are made for empty tables: they have to use the index of products' ids.
create or replace function count_uses() returns trigger language plpgsql set search_path from current
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if tg_op = 'INSERT' then
    insert into use_figure_changes
    select u.store_id, p.product_id, date_trunc('hour', u.used_at, 'UTC'), count(*) filter (where u.reversed_at is null),
      count(u.reversed_at), count(*) filter (where u.reversed_at is null and u.by_hand)
    from added u join user_products p on p.id = u.user_product_id
    group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into use_figure_changes
    select u.store_id, p.product_id, date_trunc('hour', u.used_at, 'UTC'), -count(*) filter (where u.reversed_at is null),
      -count(u.reversed_at), -count(*) filter (where u.reversed_at is null and u.by_hand)
    from removed u join user_products p on p.id = u.user_product_id
    group by 1, 2, 3;
  else
    insert into use_figure_changes
    select u.store_id, p.product_id, date_trunc('hour', u.used_at, 'UTC'), sum(n * (u.reversed_at is null)::integer),
      sum(n * (u.reversed_at is not null)::integer), sum(n * (u.reversed_at is null and u.by_hand)::integer)
    from (
      select 1 as n, user_product_id, store_id, used_at, reversed_at, by_hand from added
      union all select -1, user_product_id, store_id, used_at, reversed_at, by_hand from removed
    ) u join user_products p on p.id = u.user_product_id
    group by 1, 2, 3
    having sum(n * (u.reversed_at is null)::integer) <> 0 or sum(n * (u.reversed_at is not null)::integer) <> 0
      or sum(n * (u.reversed_at is null and u.by_hand)::integer) <> 0;
  end if;
  return null;
end
$$;

create function recount_truncated_uses() returns trigger language plpgsql set search_path from current as $$
begin
  perform recount_uses();
  return null;
end
$$;
create trigger uses_truncated after truncate on use_logs for each statement execute function recount_truncated_uses();

select recount_subscriptions(); -- fills the cohorts
