-- Coupons, and which orders have used them. What an order keeps of its coupon is in the order itself, so that a change of the coupon
-- does not change what was sold.
create table coupons (
  id uuid primary key default uuidv7(),
  name text not null,
  -- As it is compared; null: the coupon counts without a code.
  code text unique,
  discount_won integer check (discount_won >= 1),
  discount_percent integer check (discount_percent between 1 and 100),
  maximum_discount integer check (maximum_discount >= 1),
  -- Payments of a subscription that it counts for; null: all.
  payments integer check (payments >= 1),
  product_ids jsonb not null,
  store_ids jsonb not null,
  -- Days in Asia/Seoul, both included.
  from_date date,
  until_date date,
  limit_total integer check (limit_total >= 1),
  limit_per_member integer check (limit_per_member >= 1),
  -- Held by orders; counted only while there is a limit in all, because each order then waits for this row.
  redeemed integer not null default 0 check (redeemed >= 0),
  ended_at timestamptz(3),
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz(3) not null,
  check ((discount_won is null) <> (discount_percent is null))
);
create index coupons_without_code on coupons (id) where code is null and ended_at is null;

alter table orders
  add column coupon jsonb,
  add column discount integer not null default 0;
alter table user_products add column coupon jsonb;

-- One row for each order with a coupon, kept by the triggers below. `held`: the order is open or paid; a failed, cancelled or
-- refunded one gives its redemption back. A renewal is no redemption of its own.
create table coupon_redemptions (
  order_id uuid primary key,
  coupon_id uuid not null references coupons (id),
  member_id uuid not null,
  renewal boolean not null,
  discount integer not null,
  held boolean not null,
  paid_at timestamptz(3)
);
create index coupon_redemptions_of_coupon on coupon_redemptions (coupon_id, member_id);
create index coupon_redemptions_paid on coupon_redemptions (paid_at) where paid_at is not null;

create function coupon_is_held(state text) returns boolean language sql immutable
begin atomic
  select state not in ('Cancel', 'Fail', 'Refund');
end;

create function redeem_coupon() returns trigger language plpgsql set search_path from current as $$
begin
  insert into coupon_redemptions
  values (
    new.id, (new.coupon ->> 'id')::uuid, new.member_id, new.renews is not null, new.discount, coupon_is_held(new.state), new.paid_at
  );
  return null;
end
$$;
create trigger orders_coupon_redeemed after insert on orders for each row when (new.coupon is not null)
  execute function redeem_coupon();

-- At the commit, so that other orders with the coupon wait for nothing but the commit. `limited` is that of the coupon: it can only
-- change when no such order is in flight, since the foreign key holds the row.
create function count_redemption() returns trigger language plpgsql set search_path from current as $$
declare
  is_over boolean;
begin
  update coupons c set redeemed = c.redeemed + 1 where c.id = (new.coupon ->> 'id')::uuid and c.limit_total is not null
  returning c.redeemed > c.limit_total into is_over;
  if is_over then
    raise exception 'the coupon is used up' using errcode = 'check_violation', constraint = 'coupon_limit_total';
  end if;
  return null;
end
$$;
create constraint trigger orders_coupon_counted after insert on orders deferrable initially deferred for each row
  when ((new.coupon ->> 'limited')::boolean and new.renews is null and coupon_is_held(new.state))
  execute function count_redemption();

-- The lock lets a change of the limit count what is committed; it does not conflict with itself.
create function give_coupon_back(id uuid) returns void language plpgsql set search_path from current as $$
begin
  perform from coupons c where c.id = give_coupon_back.id for key share;
  update coupons c set redeemed = c.redeemed - 1 where c.id = give_coupon_back.id and c.limit_total is not null;
end
$$;

create function follow_order_of_coupon() returns trigger language plpgsql set search_path from current as $$
begin
  update coupon_redemptions set held = coupon_is_held(new.state), paid_at = new.paid_at where order_id = new.id;
  if new.renews is null and coupon_is_held(old.state) and not coupon_is_held(new.state) then
    perform give_coupon_back((new.coupon ->> 'id')::uuid);
  end if;
  return null;
end
$$;
create trigger orders_coupon_followed after update of state, paid_at on orders for each row
  when (new.coupon is not null and (old.state is distinct from new.state or old.paid_at is distinct from new.paid_at))
  execute function follow_order_of_coupon();

create function forget_order_of_coupon() returns trigger language plpgsql set search_path from current as $$
begin
  delete from coupon_redemptions where order_id = old.id;
  if old.renews is null and coupon_is_held(old.state) then
    perform give_coupon_back((old.coupon ->> 'id')::uuid);
  end if;
  return null;
end
$$;
create trigger orders_coupon_forgotten after delete on orders for each row when (old.coupon is not null)
  execute function forget_order_of_coupon();

-- Orders and coupons whose redemptions are wrong; none, unless there is a fault.
create function wrong_coupons() returns table (id uuid, wrong text) language sql stable set search_path from current
begin atomic
  select o.id, 'order without its redemption' from orders o
  left join coupon_redemptions r on r.order_id = o.id and r.coupon_id = (o.coupon ->> 'id')::uuid and r.discount = o.discount
    and r.held = coupon_is_held(o.state) and r.paid_at is not distinct from o.paid_at
    and r.renewal = (o.renews is not null) and r.member_id = o.member_id
  where o.coupon is not null and r.order_id is null
  union all
  select r.order_id, 'redemption without its order' from coupon_redemptions r
  where not exists (select from orders o where o.id = r.order_id and o.coupon is not null)
  union all
  select c.id, 'count of a coupon' from coupons c
  where c.redeemed <> case when c.limit_total is null then 0 else (
    select count(*) from coupon_redemptions r where r.coupon_id = c.id and r.held and not r.renewal
  ) end;
end;
