-- Figures of money by days and months in Seoul, so that statistics of years read as many rows as they have periods and groups.

-- How an order was or will be paid: a renewal is charged to a card.
create function order_method(payment_details jsonb, renews uuid) returns text language sql immutable
begin atomic
  select coalesce(payment_details ->> 'method', case when renews is null then 'unknown' else 'card' end);
end;

-- The one store at which an order's product was valid; zero for several.
create function order_store(store_ids jsonb) returns uuid language sql immutable
begin atomic
  select case when jsonb_array_length(store_ids) = 1 then (store_ids ->> 0)::uuid
    else uuid '00000000-0000-0000-0000-000000000000' end;
end;

-- What an entry of the ledger adds to the figures; no row for one that adds nothing.
create function money_facts(
  order_id uuid, at timestamptz, moved_at timestamptz, from_state text, to_state text, cause text, amount integer, paid integer,
  refunded integer
)
returns table (
  happened_at timestamptz, product_id uuid, store_id uuid, method text, orders integer, paid_won integer, refunded_won integer,
  owed_won integer, renewals_tried integer, renewals_failed integer, renewals_recovered integer
) language sql stable
begin atomic
  select coalesce(money_facts.moved_at, money_facts.at), o.product_id, order_store(o.store_ids),
    order_method(o.payment_details, o.renews), (money_facts.paid > 0)::integer, money_facts.paid, money_facts.refunded,
    case when money_facts.cause like 'return.%' then coalesce(money_facts.amount, 0) else 0 end,
    (o.renews is not null and money_facts.cause = 'renewal' and money_facts.from_state is null)::integer,
    (o.renews is not null and money_facts.to_state = 'Fail' and money_facts.from_state is distinct from 'Fail')::integer,
    -- attempts for a period follow each other, and one that failed stays so
    (o.renews is not null and money_facts.paid > 0 and exists (
      select from orders e
      where e.renews = o.renews and e.renewal_due_at = o.renewal_due_at and e.renewal_attempt < o.renewal_attempt
        and e.state = 'Fail'
    ))::integer
  from orders o
  where o.id = money_facts.order_id
    and (
      money_facts.paid <> 0 or money_facts.refunded <> 0 or money_facts.cause like 'return.%'
      or (money_facts.cause = 'renewal' and money_facts.from_state is null)
      or (money_facts.to_state = 'Fail' and money_facts.from_state is distinct from 'Fail')
    );
end;

-- Of what `money_facts` selects; it replaces the index of money alone. The condition is written out here and in the triggers: a
-- function in it would be parsed again for each statement.
create index ledger_of_figures on ledger (coalesce(moved_at, at)) where
  paid <> 0 or refunded <> 0 or cause like 'return.%' or (cause = 'renewal' and from_state is null)
  or (to_state = 'Fail' and from_state is distinct from 'Fail');
drop index ledger_of_money;

-- `store_id` is zero for several stores. `product_id` is zero, and `method` empty, for all together.
create table money_figures (
  length text not null check (length in ('day', 'month')),
  product_id uuid not null,
  store_id uuid not null,
  method text not null,
  starts_at timestamptz not null,
  orders bigint not null,
  paid bigint not null,
  refunded bigint not null,
  owed bigint not null,
  renewals_tried bigint not null,
  renewals_failed bigint not null,
  renewals_recovered bigint not null,
  primary key (length, product_id, store_id, method, starts_at)
);
-- Of a range, by group.
create index money_figures_by_time on money_figures (length, starts_at)
  where product_id <> '00000000-0000-0000-0000-000000000000';
create index money_figures_by_store on money_figures (length, store_id, starts_at)
  where product_id <> '00000000-0000-0000-0000-000000000000';

-- What is not yet added to the figures: concurrent transactions append, and do not wait for each other.
create table money_figure_changes (
  product_id uuid not null,
  store_id uuid not null,
  method text not null,
  day timestamptz not null,
  orders bigint not null,
  paid bigint not null,
  refunded bigint not null,
  owed bigint not null,
  renewals_tried bigint not null,
  renewals_failed bigint not null,
  renewals_recovered bigint not null
);

-- The sums to which a change of a day belongs.
create function money_figure_keys(product_id uuid, store_id uuid, method text, day timestamptz)
returns table (length text, product uuid, store uuid, by_method text, starts_at timestamptz) language sql immutable
begin atomic
  select l.length, g.product, g.store, g.by_method, l.starts_at
  from (values ('day', day), ('month', date_trunc('month', day, 'Asia/Seoul'))) l (length, starts_at)
  cross join (
    values (product_id, store_id, method),
      (uuid '00000000-0000-0000-0000-000000000000', uuid '00000000-0000-0000-0000-000000000000', '')
  ) g (product, store, by_method);
end;

-- Entries are written one by one, and most of them add nothing: a trigger for each row costs those nothing.
create function count_money() returns trigger language plpgsql set search_path from current as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
  entry ledger := case tg_op when 'INSERT' then new else old end;
begin
  insert into money_figure_changes
  select f.product_id, f.store_id, f.method, date_trunc('day', f.happened_at, 'Asia/Seoul'), sign * f.orders, sign * f.paid_won,
    sign * f.refunded_won, sign * f.owed_won, sign * f.renewals_tried, sign * f.renewals_failed, sign * f.renewals_recovered
  from money_facts(
    entry.order_id, entry.at, entry.moved_at, entry.from_state, entry.to_state, entry.cause, entry.amount, entry.paid,
    entry.refunded
  ) f;
  return null;
end
$$;
create trigger ledger_added after insert on ledger for each row
  when (
    new.paid <> 0 or new.refunded <> 0 or new.cause like 'return.%' or (new.cause = 'renewal' and new.from_state is null)
    or (new.to_state = 'Fail' and new.from_state is distinct from 'Fail')
  )
  execute function count_money();
create trigger ledger_removed after delete on ledger for each row
  when (
    old.paid <> 0 or old.refunded <> 0 or old.cause like 'return.%' or (old.cause = 'renewal' and old.from_state is null)
    or (old.to_state = 'Fail' and old.from_state is distinct from 'Fail')
  )
  execute function count_money();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the ledger are never changed';
end
$$;
create trigger ledger_changed before update on ledger for each row execute function refuse_change();

-- What an order has in the figures moves to the method that is known now. An unpaid order that is not a renewal has nothing there.
create function move_money() returns trigger language plpgsql set search_path from current as $$
begin
  insert into money_figure_changes
  select f.product_id, f.store_id, n.method, date_trunc('day', f.happened_at, 'Asia/Seoul'), sum(n.sign * f.orders),
    sum(n.sign * f.paid_won), sum(n.sign * f.refunded_won), sum(n.sign * f.owed_won), sum(n.sign * f.renewals_tried),
    sum(n.sign * f.renewals_failed), sum(n.sign * f.renewals_recovered)
  from ledger l cross join lateral
    money_facts(l.order_id, l.at, l.moved_at, l.from_state, l.to_state, l.cause, l.amount, l.paid, l.refunded) f
  cross join (
    values (-1, order_method(old.payment_details, old.renews)), (1, order_method(new.payment_details, new.renews))
  ) n (sign, method)
  where l.order_id = new.id
    and order_method(old.payment_details, old.renews) <> order_method(new.payment_details, new.renews)
  group by 1, 2, 3, 4;
  return null;
end
$$;
create trigger orders_method_changed after update of payment_details on orders for each row
  when (
    (old.state not in ('Create', 'Reserved') or old.renews is not null)
    and old.payment_details ->> 'method' is distinct from new.payment_details ->> 'method'
  )
  execute function move_money();

-- Counts all money again. It cannot move in the meantime.
create function recount_money() returns void language plpgsql set search_path from current as $$
begin
  lock table orders, ledger in share row exclusive mode; -- in the order in which they are written
  truncate money_figure_changes, money_figures; -- in the order of the job that adds them up
  insert into money_figures
  select k.length, k.product, k.store, k.by_method, k.starts_at, sum(d.orders), sum(d.paid), sum(d.refunded), sum(d.owed),
    sum(d.tried), sum(d.failed), sum(d.recovered)
  from (
    select f.product_id, f.store_id, f.method, date_trunc('day', f.happened_at, 'Asia/Seoul') as day, sum(f.orders) as orders,
      sum(f.paid_won) as paid, sum(f.refunded_won) as refunded, sum(f.owed_won) as owed, sum(f.renewals_tried) as tried,
      sum(f.renewals_failed) as failed, sum(f.renewals_recovered) as recovered
    from ledger l cross join lateral
      money_facts(l.order_id, l.at, l.moved_at, l.from_state, l.to_state, l.cause, l.amount, l.paid, l.refunded) f
    group by 1, 2, 3, 4
  ) d
  cross join lateral money_figure_keys(d.product_id, d.store_id, d.method, d.day) k
  group by 1, 2, 3, 4, 5;
end
$$;
select recount_money();

create function recount_truncated_money() returns trigger language plpgsql set search_path from current as $$
begin
  perform recount_money();
  return null;
end
$$;
create trigger money_truncated after truncate on ledger for each statement execute function recount_truncated_money();

-- As `wrong_subscription_figures`.
create function wrong_money_figures(since timestamptz, until timestamptz)
returns table (
  length text, product_id uuid, store_id uuid, method text, starts_at timestamptz, orders numeric, paid numeric, refunded numeric,
  owed numeric, renewals_tried numeric, renewals_failed numeric, renewals_recovered numeric
) language sql stable set search_path from current
begin atomic
  with of_days as (
    select 1 as sign, f.product_id, f.store_id, f.method, date_trunc('day', f.happened_at, 'Asia/Seoul') as day, f.orders,
      f.paid_won, f.refunded_won, f.owed_won, f.renewals_tried, f.renewals_failed, f.renewals_recovered
    from ledger l cross join lateral
      money_facts(l.order_id, l.at, l.moved_at, l.from_state, l.to_state, l.cause, l.amount, l.paid, l.refunded) f
    where coalesce(l.moved_at, l.at) >= since and coalesce(l.moved_at, l.at) < until
    union all
    select -1, c.* from money_figure_changes c where c.day >= since and c.day < until
  ), of_periods as (
    select k.length, k.product, k.store, k.by_method, k.starts_at, d.sign, d.orders, d.paid_won, d.refunded_won, d.owed_won,
      d.renewals_tried, d.renewals_failed, d.renewals_recovered
    from of_days d cross join lateral money_figure_keys(d.product_id, d.store_id, d.method, d.day) k
    union all
    select f.length, f.product_id, f.store_id, f.method, f.starts_at, -1, f.orders, f.paid, f.refunded, f.owed,
      f.renewals_tried, f.renewals_failed, f.renewals_recovered
    from money_figures f where f.starts_at >= since and f.starts_at < until
  )
  select * from (
    select p.length, p.product, p.store, p.by_method, p.starts_at, sum(sign * p.orders) as orders, sum(sign * p.paid_won) as paid,
      sum(sign * p.refunded_won) as refunded, sum(sign * p.owed_won) as owed, sum(sign * p.renewals_tried) as tried,
      sum(sign * p.renewals_failed) as failed, sum(sign * p.renewals_recovered) as recovered
    from of_periods p group by 1, 2, 3, 4, 5
  ) d
  where d.orders <> 0 or d.paid <> 0 or d.refunded <> 0 or d.owed <> 0 or d.tried <> 0 or d.failed <> 0 or d.recovered <> 0;
end;
