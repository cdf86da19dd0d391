-- What the orders service tells of members, newest version each: what stands on a member's page. It names nobody, so that
-- it stays when the member leaves.
create table orders (
  id uuid primary key,
  member_id uuid not null,
  described jsonb not null,
  created_at timestamptz(3) not null,
  version integer not null
);
create index orders_of_member on orders (member_id, created_at, id);

create table user_products (
  id uuid primary key,
  member_id uuid not null,
  described jsonb not null,
  starts_at timestamptz(3) not null,
  version integer not null
);
create index user_products_of_member on user_products (member_id, starts_at, id);

-- The orders service begins to listen only now: members and cars that stand already are told of once. A plate is registered
-- when its event's id was made; of one that changed since, the car's last change is the latest that it can have been.
insert into outbox (subject, payload)
select 'evt.member.changed', json_build_object(
  'memberId', id, 'name', name, 'email', email, 'phoneNumber', phone_number, 'version', version)
from members order by id;
insert into outbox (message_id, subject, payload)
select uuidv7(make_interval(secs => extract(epoch from registered_at - clock_timestamp())::double precision)),
  'evt.member.carChanged',
  json_build_object('carId', id, 'memberId', member_id, 'carNumber', car_number, 'removed', false, 'version', version)
from cars cross join lateral (
  select case when field_versions ? 'carNumber' then updated_at else created_at end as registered_at
) as own
order by id;
