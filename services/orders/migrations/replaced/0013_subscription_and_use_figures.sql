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
    (select max(o.refunded_at) from orders o where o.user_product_id = u.id and o.state = 'Refund') as refunded_at,
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
create index subscriptions_started on user_products (starts_at) where type = 'subscribe'; -- read month by month for cohorts

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

create function count_subscriptions() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into subscription_figure_changes
    select p.product_id, date_trunc('day', e.at, 'Asia/Seoul'), sum(e.started), sum(e.ended_by_stop), sum(e.ended_by_dunning),
      sum(e.ended_by_leave), sum(e.ended_otherwise), sum(e.monthly_revenue)
    from added p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause) e
    group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into subscription_figure_changes
    select p.product_id, date_trunc('day', e.at, 'Asia/Seoul'), -sum(e.started), -sum(e.ended_by_stop), -sum(e.ended_by_dunning),
      -sum(e.ended_by_leave), -sum(e.ended_otherwise), -sum(e.monthly_revenue)
    from removed p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause) e
    group by 1, 2;
  else
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
  truncate subscription_figure_changes, subscription_figures; -- in the order of the job that adds them up
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
end
$$;
select recount_subscriptions();

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

create function count_uses() returns trigger language plpgsql set search_path from current as $$
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
