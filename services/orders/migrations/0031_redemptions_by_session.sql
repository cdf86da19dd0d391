-- Redemptions of a coupon with a limit were counted in its row, so that each order with it waited for the commit of the one before.
-- They are counted by session in `totals` now, as rows are, as `coupon <id>`; what is redeemed is `redeemed` and their sum. Orders wait
-- for each other only when so few redemptions are left that the orders in flight could take them all. `redeemed` in the row is exact
-- then, for processes of the version before.
create or replace function count_redemption() returns trigger language plpgsql set search_path from current as $$
declare
  -- More orders cannot be in flight.
  most constant integer := current_setting('max_connections');
  coupon_id constant uuid := new.coupon ->> 'id';
  counter constant text := 'coupon ' || coupon_id;
  key constant bigint := hashtextextended('orders ' || counter, 0);
  remaining bigint;
  counted bigint;
begin
  select c.limit_total - c.redeemed - coalesce((select sum(t.kept) from totals t where t.entity = counter), 0) into remaining
  from coupons c where c.id = coupon_id;
  if remaining is null then
    return null;
  end if;
  if remaining > most then
    perform pg_advisory_xact_lock_shared(key);
    -- Read again: with the lock all orders in flight are counted by others, and are fewer than what was left then.
    select c.limit_total - c.redeemed - coalesce((select sum(t.kept) from totals t where t.entity = counter), 0) into remaining
    from coupons c where c.id = coupon_id;
    if remaining <= most then
      raise exception 'the coupon is nearly used up' using errcode = 'check_violation', constraint = 'coupon_limit_total';
    end if;
    insert into totals (entity, part, kept) values (counter, pg_backend_pid() % 16, 1)
    on conflict (entity, part) do update set kept = totals.kept + 1;
    return null;
  end if;
  perform pg_advisory_xact_lock(key);
  select coalesce(sum(t.kept), 0) into counted from totals t where t.entity = counter;
  update coupons c set redeemed = c.redeemed + counted + 1 where c.id = coupon_id returning c.limit_total - c.redeemed into remaining;
  if remaining < 0 then
    raise exception 'the coupon is used up' using errcode = 'check_violation', constraint = 'coupon_limit_total';
  end if;
  if counted <> 0 then
    insert into totals (entity, part, kept) values (counter, pg_backend_pid() % 16, -counted)
    on conflict (entity, part) do update set kept = totals.kept + excluded.kept;
  end if;
  return null;
end
$$;

-- The lock lets a change of the limit count what is committed; it does not conflict with itself.
create or replace function give_coupon_back(id uuid) returns void language plpgsql set search_path from current as $$
begin
  perform from coupons c where c.id = give_coupon_back.id for key share;
  insert into totals (entity, part, kept)
  select 'coupon ' || c.id, pg_backend_pid() % 16, -1 from coupons c where c.id = give_coupon_back.id and c.limit_total is not null
  on conflict (entity, part) do update set kept = totals.kept - 1;
end
$$;

-- A change of the limit counts what is redeemed, and is not in flight together with an order.
create function forget_redemption_totals() returns trigger language plpgsql set search_path from current as $$
begin
  delete from totals where entity = 'coupon ' || old.id;
  return null;
end
$$;
create trigger coupons_limit_changed after update of limit_total on coupons for each row
  when (old.limit_total is distinct from new.limit_total) execute function forget_redemption_totals();
create trigger coupons_deleted after delete on coupons for each row execute function forget_redemption_totals();

create or replace function wrong_coupons() returns table (id uuid, wrong text) language sql stable set search_path from current
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
  where c.redeemed + coalesce((select sum(t.kept) from totals t where t.entity = 'coupon ' || c.id), 0)
    <> case when c.limit_total is null then 0 else (
      select count(*) from coupon_redemptions r where r.coupon_id = c.id and r.held and not r.renewal
    ) end;
end;
