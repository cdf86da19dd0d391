-- Prices of running subscriptions that are raised or lowered. What a member was notified of is in the subscription, so that the price
-- of a period is decided by its row alone.
create table price_changes (
  id uuid primary key default uuidv7(),
  product_id uuid not null,
  kind text not null check (kind in ('raise', 'lower')),
  price integer not null check (price >= 0),
  -- A day in Asia/Seoul: periods that begin on it or later have the new price.
  from_date date not null,
  announced_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  -- No subscription is added any more: its day has come, or it was withdrawn and no subscription has it.
  closed_at timestamptz(3)
);
create unique index price_changes_announced on price_changes (product_id) where closed_at is null and withdrawn_at is null;
create index price_changes_open on price_changes (id) where closed_at is null;
create index price_changes_of_product on price_changes (product_id, announced_at);

-- What members answered to a raise, for evidence: nothing is changed or removed, except `reason` when the member leaves. The latest
-- answer of a subscription counts.
create table price_answers (
  id bigint generated always as identity primary key,
  price_change_id uuid not null references price_changes (id),
  user_product_id uuid not null,
  member_id uuid not null,
  answer text not null check (answer in ('accepted', 'declined')),
  old_price integer not null,
  new_price integer not null,
  -- The start of the first period that costs the new price, as the member saw it.
  starts_at timestamptz(3) not null,
  -- Of the text that was agreed to.
  text_version integer not null,
  source text not null check (source in ('member', 'staff')),
  -- The administrator to whom the member said it, and where: free text, so it is erased when the member leaves.
  recorded_by uuid,
  reason text,
  answered_at timestamptz(3) not null
);
create index price_answers_of_subscription on price_answers (price_change_id, user_product_id, id);
create index price_answers_with_reason on price_answers (member_id) where reason is not null;

-- `price_change`: the new price, from when, and the member's answer; null for none. `earlier_prices`: those before `price`, the first
-- one first, and until when, so that the figures of the past stay as they were.
alter table user_products add column price_change jsonb, add column earlier_prices jsonb;
-- The latest change of the price: figures read the changes of days that are not summed yet. UTC, so that its text can be compared.
create index user_products_with_earlier_prices on user_products ((earlier_prices -> -1 ->> 'until')) where earlier_prices is not null;
-- When plans that have not started, or are paused, can be used.
create index user_products_to_activate on user_products ((greatest(starts_at, paused_until)))
  where state = 'Unavailable' and due_at is null;
create index user_products_of_price_change on user_products ((price_change ->> 'id')) where price_change is not null;

-- As before, and with the changes of the price in between.
create function subscription_events(
  type text, order_id uuid, price integer, billing_months integer, starts_at timestamptz, ended_at timestamptz, end_cause text,
  earlier_prices jsonb
)
returns table (
  at timestamptz, started integer, ended_by_stop integer, ended_by_dunning integer, ended_by_leave integer,
  ended_otherwise integer, monthly_revenue integer
) language sql immutable
begin atomic
  select e.at, e.started, e.ended_by_stop, e.ended_by_dunning, e.ended_by_leave, e.ended_otherwise, e.monthly_revenue
  from subscription_events(
    type, order_id, coalesce((earlier_prices -> 0 ->> 'price')::integer, price), billing_months, starts_at, ended_at, end_cause
  ) e
  where earlier_prices is null or e.started = 1
  union all
  select e.at, 0, e.ended_by_stop, e.ended_by_dunning, e.ended_by_leave, e.ended_otherwise, e.monthly_revenue
  from subscription_events(type, order_id, price, billing_months, starts_at, ended_at, end_cause) e
  where earlier_prices is not null and e.started = 0
  union all
  select s.until, 0, 0, 0, 0, 0, (round(s.next::numeric / billing_months) - round(s.price::numeric / billing_months))::integer
  from (
    select (e.value ->> 'until')::timestamptz as until, (e.value ->> 'price')::integer as price,
      coalesce((earlier_prices -> e.ordinality::integer ->> 'price')::integer, subscription_events.price) as next
    from jsonb_array_elements(earlier_prices) with ordinality e (value, ordinality)
  ) s
  where type = 'subscribe' and order_id is not null and (ended_at is null or ended_at > starts_at);
end;

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
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause, p.earlier_prices) e
    group by 1, 2;
  elsif tg_op = 'DELETE' then
    select array_agg(member_id) into members from removed where type = 'subscribe';
    insert into subscription_figure_changes
    select p.product_id, date_trunc('day', e.at, 'Asia/Seoul'), -sum(e.started), -sum(e.ended_by_stop), -sum(e.ended_by_dunning),
      -sum(e.ended_by_leave), -sum(e.ended_otherwise), -sum(e.monthly_revenue)
    from removed p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause, p.earlier_prices) e
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
      select 1 as n, product_id, type, order_id, price, billing_months, starts_at, ended_at, end_cause, earlier_prices from added
      union all
      select -1, product_id, type, order_id, price, billing_months, starts_at, ended_at, end_cause, earlier_prices from removed
    ) p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause, p.earlier_prices) e
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
    subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause, p.earlier_prices) e
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

create or replace function wrong_subscription_figures(since timestamptz, until timestamptz)
returns table (
  length text, product_id uuid, starts_at timestamptz, started numeric, ended_by_stop numeric, ended_by_dunning numeric,
  ended_by_leave numeric, ended_otherwise numeric, monthly_revenue numeric
) language sql stable set search_path from current
begin atomic
  with of_days as (
    select 1 as sign, p.product_id, date_trunc('day', e.at, 'Asia/Seoul') as day, e.started, e.ended_by_stop, e.ended_by_dunning,
      e.ended_by_leave, e.ended_otherwise, e.monthly_revenue
    from user_products p cross join lateral
      subscription_events(p.type, p.order_id, p.price, p.billing_months, p.starts_at, p.ended_at, p.end_cause, p.earlier_prices) e
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
