-- The terms of a plan: how many cars of the member can use it, and how often a day; null for no limit. What was sold before
-- stays as it was sold.
alter table products
  add column car_limit integer,
  add column uses_per_day integer;
alter table orders
  add column car_limit integer,
  add column uses_per_day integer;
-- `car_id`: the car that it is bound to. `car_moved_at`: when its member moved it from one car to another.
alter table user_products
  add column car_limit integer check (car_limit >= 1),
  add column uses_per_day integer check (uses_per_day >= 1),
  add column car_id uuid,
  add column car_moved_at timestamptz(3);

-- Events of members' products contain the terms from now on: each product is emitted once more, with them.
with changed as (
  update user_products set version = version + 1 returning *
)
insert into outbox (subject, payload)
select 'evt.orders.userProductChanged', json_build_object(
  'memberId', member_id,
  'userProduct', json_build_object(
    'id', id, 'productId', product_id, 'productName', product_name, 'type', type, 'price', price,
    'billingMonths', billing_months, 'useLimit', use_limit, 'carLimit', car_limit, 'carId', car_id,
    'usesPerDay', uses_per_day, 'storeIds', store_ids, 'state', state,
    'startsAt', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'remainingUses', remaining_uses, 'orderId', order_id,
    'nextBillingAt', to_char(next_billing_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'dunning', case when due_at is not null and next_billing_at is not null then json_build_object(
      'since', dunning -> 'since', 'reason', dunning -> 'reason', 'amount', price,
      'nextTryAt', to_char(
        coalesce(retry_requested_at, next_billing_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    end),
  'version', version)
from changed order by id;
