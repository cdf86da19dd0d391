-- Figures of subscriptions and uses by periods in Seoul, so that statistics of years read as many rows as they have periods.

-- When a subscription ended, and why. `expired`: a granted one after its period; `withdrawn`: refunded or taken back;
-- `unknown`: ended by an earlier version.
alter table user_products add column ended_at timestamptz(3), add column end_cause text check (
  end_cause in ('stopped', 'unpaid', 'left', 'withdrawn', 'replaced', 'expired', 'productDeleted', 'unknown')
);

-- Ends of before, as far as they can be known: a refund by its order, an unpaid renewal by its last refusal, the others by the end
-- of the period. A subscription that an administrator took back, or that was replaced, is not known apart.
with ended as (
  select u.id, u.state, u.order_id, u.ends_at, u.member_id, u.product_id,
    (select max(o.refunded_at) from orders o
      where o.member_id = u.member_id and o.user_product_id = u.id and o.state = 'Refund') as refunded_at,
    (
      select (select max(l.at) from ledger l where l.order_id = o.id and l.to_state = 'Fail') from orders o
      where o.renews = u.id and o.renewal_due_at >= u.ends_at and o.state = 'Fail'
      order by o.renewal_due_at desc, o.renewal_attempt desc limit 1
    ) as refused_at
  from user_products u
  where u.type = 'subscribe' and u.state in ('Cancel', 'Complete')
)
update user_products u
set ended_at = coalesce(
    case when e.state = 'Cancel' then e.refunded_at else e.refused_at end, least(e.ends_at, now()), u.starts_at
  ),
  end_cause = case
    when e.state = 'Cancel' then 'withdrawn'
    when e.refused_at is not null then 'unpaid'
    when e.order_id is null then 'expired'
    when exists (select from members m where m.id = e.member_id and m.left_at is not null) then 'left'
    when exists (select from products p where p.id = e.product_id and p.stops_subscriptions) then 'productDeleted'
    else 'stopped'
  end
from ended e where e.id = u.id;

alter table user_products add check ((ended_at is null) = (end_cause is null)), add check (
  (ended_at is not null) = (type = 'subscribe' and state in ('Cancel', 'Complete'))
);
create index user_products_ended on user_products (ended_at) where ended_at is not null;

-- An earlier version that still runs does not write the end.
create function note_unknown_end() returns trigger language plpgsql as $$
begin
  new.ended_at := now();
  new.end_cause := 'unknown';
  return new;
end
$$;
create trigger user_products_ending before insert or update on user_products for each row
  when (new.type = 'subscribe' and new.state in ('Cancel', 'Complete') and new.ended_at is null)
  execute function note_unknown_end();

-- `product_id` is zero for all products together. Sums of changes: `active` is what was started, less what has ended, from the
-- beginning; `monthly_revenue` is won a month.
create table subscription_figures (
  length text not null check (length in ('day', 'month')),
  product_id uuid not null,
  starts_at timestamptz not null,
  started bigint not null,
  ended_by_stop bigint not null,
  ended_by_dunning bigint not null,
  ended_by_leave bigint not null,
  ended_otherwise bigint not null,
  monthly_revenue bigint not null,
  primary key (length, product_id, starts_at)
);

-- What is not yet added to the figures: concurrent transactions append, and do not wait for each other.
create table subscription_figure_changes (
  product_id uuid not null,
  day timestamptz not null,
  started bigint not null,
  ended_by_stop bigint not null,
  ended_by_dunning bigint not null,
  ended_by_leave bigint not null,
  ended_otherwise bigint not null,
  monthly_revenue bigint not null
);

-- What a product of a member adds to the figures, when it starts and when it ends. One that ended before its start adds nothing.
create function subscription_events(
  type text, order_id uuid, price integer, billing_months integer, starts_at timestamptz, ended_at timestamptz, end_cause text
)
returns table (
  at timestamptz, started integer, ended_by_stop integer, ended_by_dunning integer, ended_by_leave integer,
  ended_otherwise integer, monthly_revenue integer
) language sql immutable
begin atomic
  select e.at, e.started, (e.cause = 'stopped')::integer, (e.cause = 'unpaid')::integer, (e.cause = 'left')::integer,
    (e.cause not in ('', 'stopped', 'unpaid', 'left'))::integer,
    e.sign * case when order_id is null then 0 else coalesce(round(price::numeric / billing_months), 0) end::integer
  from (values (starts_at, 1, '', 1), (ended_at, 0, end_cause, -1)) e (at, started, cause, sign)
  where type = 'subscribe' and (ended_at is null or ended_at > starts_at) and e.at is not null;
end;

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

create function count_subscriptions() returns trigger language plpgsql set search_path from current as $$
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

create trigger subscriptions_inserted after insert on user_products referencing new table as added
  for each statement execute function count_subscriptions();
create trigger subscriptions_updated after update on user_products referencing old table as removed new table as added
  for each statement execute function count_subscriptions();
create trigger subscriptions_deleted after delete on user_products referencing old table as removed
  for each statement execute function count_subscriptions();

-- Counts all subscriptions again. They cannot be changed in the meantime.
create function recount_subscriptions() returns void language plpgsql set search_path from current as $$
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
select recount_subscriptions();

create function recount_truncated_subscriptions() returns trigger language plpgsql set search_path from current as $$
begin
  perform recount_subscriptions();
  return null;
end
$$;
create trigger subscriptions_truncated after truncate on user_products for each statement
  execute function recount_truncated_subscriptions();

-- The differences between the figures and a count of the rows, by which the figures are too low; none if all is well. Both times
-- have to be starts of months in Seoul. Locks nothing.
create function wrong_subscription_figures(since timestamptz, until timestamptz)
returns table (
  length text, product_id uuid, starts_at timestamptz, started numeric, ended_by_stop numeric, ended_by_dunning numeric,
  ended_by_leave numeric, ended_otherwise numeric, monthly_revenue numeric
) language sql stable set search_path from current
begin atomic
  with of_days as (
    select 1 as sign, p.product_id, date_trunc('day', e.at, 'Asia/Seoul') as day, e.started, e.ended_by_stop, e.ended_by_dunning,
      e.ended_by_leave, e.ended_otherwise, e.monthly_revenue
    from user_products p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause) e
    where e.at >= since and e.at < until
    union all
    select -1, c.* from subscription_figure_changes c where c.day >= since and c.day < until
  ), of_periods as (
    select l.length, s.product_id, l.starts_at, d.sign, d.started, d.ended_by_stop, d.ended_by_dunning, d.ended_by_leave,
      d.ended_otherwise, d.monthly_revenue
    from of_days d
    cross join lateral (
      values ('day', d.day), ('month', date_trunc('month', d.day, 'Asia/Seoul'))
    ) l (length, starts_at)
    cross join lateral (values (d.product_id), (uuid '00000000-0000-0000-0000-000000000000')) s (product_id)
    union all
    select f.length, f.product_id, f.starts_at, -1, f.started, f.ended_by_stop, f.ended_by_dunning, f.ended_by_leave,
      f.ended_otherwise, f.monthly_revenue
    from subscription_figures f where f.starts_at >= since and f.starts_at < until
  )
  select * from (
    select p.length, p.product_id, p.starts_at, sum(sign * p.started) as started, sum(sign * p.ended_by_stop) as ended_by_stop,
      sum(sign * p.ended_by_dunning) as ended_by_dunning, sum(sign * p.ended_by_leave) as ended_by_leave,
      sum(sign * p.ended_otherwise) as ended_otherwise, sum(sign * p.monthly_revenue) as monthly_revenue
    from of_periods p group by 1, 2, 3
  ) d
  where d.started <> 0 or d.ended_by_stop <> 0 or d.ended_by_dunning <> 0 or d.ended_by_leave <> 0 or d.ended_otherwise <> 0
    or d.monthly_revenue <> 0;
end;

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

-- `store_id` is zero for all stores together, `product_id` for all products. Hours are of all products only: a row for each
-- product, store and hour would be one for nearly each use. `uses` and `by_hand` are without reversed ones.
create table use_figures (
  length text not null check (length in ('hour', 'day', 'month')),
  store_id uuid not null,
  product_id uuid not null,
  starts_at timestamptz not null,
  uses bigint not null,
  reversed bigint not null,
  by_hand bigint not null,
  primary key (length, store_id, product_id, starts_at)
);
-- Of a range, by store; by product the primary key is enough.
create index use_figures_by_store on use_figures (length, starts_at)
  where product_id = '00000000-0000-0000-0000-000000000000';

create table use_figure_changes (
  store_id uuid not null,
  product_id uuid not null,
  hour timestamptz not null,
  uses bigint not null,
  reversed bigint not null,
  by_hand bigint not null
);

-- The sums to which a use, or a change of some, belongs.
create function use_figure_keys(store_id uuid, product_id uuid, hour timestamptz)
returns table (length text, store uuid, product uuid, starts_at timestamptz) language sql immutable
begin atomic
  select l.length, s.id, p.id, l.starts_at
  from (values
    ('hour', hour), ('day', date_trunc('day', hour, 'Asia/Seoul')), ('month', date_trunc('month', hour, 'Asia/Seoul'))
  ) l (length, starts_at)
  cross join (values (store_id), (uuid '00000000-0000-0000-0000-000000000000')) s (id)
  join (values (product_id, 'day'), (uuid '00000000-0000-0000-0000-000000000000', 'hour')) p (id, shortest)
    on p.shortest = 'hour' or l.length <> 'hour';
end;

-- Its plans are made for empty tables: they have to use the index of products' ids.
create function count_uses() returns trigger language plpgsql set search_path from current
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

create trigger uses_inserted after insert on use_logs referencing new table as added
  for each statement execute function count_uses();
create trigger uses_updated after update on use_logs referencing old table as removed new table as added
  for each statement execute function count_uses();
create trigger uses_deleted after delete on use_logs referencing old table as removed
  for each statement execute function count_uses();

-- Counts all uses again. They cannot be changed in the meantime.
create function recount_uses() returns void language plpgsql set search_path from current as $$
begin
  lock table use_logs in share row exclusive mode;
  truncate use_figure_changes, use_figures;
  insert into use_figures
  select k.length, k.store, k.product, k.starts_at, sum(h.uses), sum(h.reversed), sum(h.by_hand)
  from (
    select u.store_id, p.product_id, date_trunc('hour', u.used_at, 'UTC') as hour,
      count(*) filter (where u.reversed_at is null) as uses, count(u.reversed_at) as reversed,
      count(*) filter (where u.reversed_at is null and u.by_hand) as by_hand
    from use_logs u join user_products p on p.id = u.user_product_id
    group by 1, 2, 3
  ) h
  cross join lateral use_figure_keys(h.store_id, h.product_id, h.hour) k
  group by 1, 2, 3, 4;
end
$$;
select recount_uses();

create function recount_truncated_uses() returns trigger language plpgsql set search_path from current as $$
begin
  perform recount_uses();
  return null;
end
$$;
create trigger uses_truncated after truncate on use_logs for each statement execute function recount_truncated_uses();

-- As `wrong_subscription_figures`.
create function wrong_use_figures(since timestamptz, until timestamptz)
returns table (
  length text, store_id uuid, product_id uuid, starts_at timestamptz, uses numeric, reversed numeric, by_hand numeric
) language sql stable set search_path from current
begin atomic
  with of_hours as (
    select 1 as sign, u.store_id, p.product_id, date_trunc('hour', u.used_at, 'UTC') as hour,
      (u.reversed_at is null)::integer as uses, (u.reversed_at is not null)::integer as reversed,
      (u.reversed_at is null and u.by_hand)::integer as by_hand
    from use_logs u join user_products p on p.id = u.user_product_id
    where u.used_at >= since and u.used_at < until
    union all
    select -1, c.* from use_figure_changes c where c.hour >= since and c.hour < until
  ), of_periods as (
    select k.length, k.store, k.product, k.starts_at, h.sign, h.uses, h.reversed, h.by_hand
    from of_hours h cross join lateral use_figure_keys(h.store_id, h.product_id, h.hour) k
    union all
    select f.length, f.store_id, f.product_id, f.starts_at, -1, f.uses, f.reversed, f.by_hand
    from use_figures f where f.starts_at >= since and f.starts_at < until
  )
  select * from (
    select p.length, p.store, p.product, p.starts_at, sum(sign * p.uses) as uses, sum(sign * p.reversed) as reversed,
      sum(sign * p.by_hand) as by_hand
    from of_periods p group by 1, 2, 3, 4
  ) d
  where d.uses <> 0 or d.reversed <> 0 or d.by_hand <> 0;
end;
