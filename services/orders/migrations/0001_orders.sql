-- What other services own, as far as it is needed here: kept by their events, the larger version is the newer.
create table products (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('subscribe', 'onetime')),
  price integer not null,
  billing_months integer,
  use_limit integer,
  store_ids jsonb not null,
  on_sale boolean not null,
  removed boolean not null,
  version integer not null
);

create table stores (
  id uuid primary key,
  name text, -- null: closed
  version integer not null
);

-- Who has left keeps the row without anything that tells who it was: what comes late of them is known by it.
create table members (
  id uuid primary key,
  name text,
  email text,
  phone_number text,
  left_at timestamptz(3),
  version integer not null
);

-- `since`: when the member registered this plate.
create table cars (
  id uuid primary key,
  member_id uuid not null,
  car_number text not null,
  since timestamptz(3) not null,
  removed boolean not null,
  version integer not null
);
create index cars_of_member on cars (member_id);
create index cars_by_number on cars (car_number);

-- A card is what its billing key at the provider opens, and the number as far as it may be shown. `pending`: the key is
-- being issued; `removed`: it is to be revoked, or was.
create table cards (
  id uuid primary key,
  member_id uuid not null,
  customer_uid text not null unique,
  issuer text not null,
  masked_number text not null,
  alias text,
  main boolean not null,
  state text not null check (state in ('pending', 'kept', 'removed')),
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index cards_of_member on cards (member_id, created_at) where state = 'kept';
create unique index main_card_of_member on cards (member_id) where main and state = 'kept';
create index cards_to_end on cards (changed_at) where state <> 'kept' and revoked_at is null;

-- What a member has. `ends_at`: the end of the period that is paid; null has none. `next_billing_at`: when the renewal is
-- charged, or charged again; null where there is none. `due_at`: the end of the period whose renewal is not paid yet.
create table user_products (
  id uuid primary key,
  member_id uuid not null,
  product_id uuid not null,
  product_name text not null,
  type text not null check (type in ('subscribe', 'onetime')),
  price integer not null,
  billing_months integer,
  use_limit integer,
  store_ids jsonb not null,
  state text not null check (state in ('Available', 'Unavailable', 'Cancel', 'Complete')),
  remaining_uses integer check (remaining_uses >= 0),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  next_billing_at timestamptz(3),
  due_at timestamptz(3),
  order_id uuid,
  refunding boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null
);
create unique index user_product_of_order on user_products (order_id) where order_id is not null;
create index user_products_of_member on user_products (member_id, starts_at, id);
create index user_products_in_order on user_products (created_at, id);
create index user_products_to_bill on user_products (next_billing_at) where next_billing_at is not null;
create index user_products_to_begin on user_products (starts_at) where state = 'Unavailable' and due_at is null;
create index user_products_to_end on user_products (ends_at)
  where state = 'Available' and next_billing_at is null and ends_at is not null;

-- The product as it was when it was ordered. `expires_at`: when it is cancelled unless it is paid, and once it is closed
-- until when a late payment is looked for; `check_at`: when the provider is asked next what it knows of it.
create table orders (
  id uuid primary key,
  merchant_uid text not null unique,
  member_id uuid not null,
  product_id uuid not null,
  product_name text not null,
  product_type text not null check (product_type in ('subscribe', 'onetime')),
  billing_months integer,
  use_limit integer,
  store_ids jsonb not null,
  car_id uuid,
  amount integer not null check (amount >= 0),
  refunded_amount integer not null default 0 check (refunded_amount between 0 and amount),
  state text not null check (state in ('Create', 'Reserved', 'Paid', 'Completed', 'Fail', 'Cancel', 'Refund')),
  payment_uid text unique,
  paid_at timestamptz(3),
  refunded_at timestamptz(3),
  fail_reason text,
  user_product_id uuid references user_products,
  renews uuid references user_products,
  renewal_due_at timestamptz(3),
  renewal_attempt integer,
  expires_at timestamptz(3),
  check_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  check ((renews is null) = (renewal_due_at is null) and (renews is null) = (renewal_attempt is null)),
  check (state not in ('Paid', 'Completed', 'Refund') or paid_at is not null)
);
create unique index one_order_a_renewal on orders (renews, renewal_due_at, renewal_attempt) where renews is not null;
create index orders_of_member on orders (member_id, created_at, id);
create index orders_in_order on orders (created_at, id);
create index orders_to_check on orders (check_at) where check_at is not null;

-- Everything that happened to an order, in order; never changed. `paid` and `refunded` are won that moved with this entry.
create table ledger (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  at timestamptz(3) not null,
  from_state text,
  to_state text not null,
  cause text not null,
  amount integer,
  paid integer not null default 0,
  refunded integer not null default 0,
  actor_id uuid,
  payment jsonb, -- the provider's record, without anything of a person or a card
  request_id text
);
create index ledger_of_order on ledger (order_id, id);
create index ledger_of_money on ledger (at) where paid <> 0 or refunded <> 0;

-- What is about to move money, written before the provider is called and settled by what the provider says afterwards.
-- `charge`: with the billing key of a card; `cancel`: of `amount` won of a payment of which `cancellable` won are left.
create table intents (
  id uuid primary key,
  order_id uuid not null references orders,
  kind text not null check (kind in ('charge', 'cancel')),
  state text not null check (state in ('open', 'done', 'refused', 'lost')),
  card_id uuid references cards,
  payment_uid text,
  amount integer not null check (amount > 0),
  cancellable integer,
  cause text not null,
  reason text,
  actor_id uuid,
  request_key text, -- who asked for it, for which order, under which Idempotency-Key
  request_hash text,
  outcome text,
  attempts integer not null default 0,
  sent_at timestamptz(3),
  try_at timestamptz(3),
  created_at timestamptz(3) not null,
  check ((kind = 'charge') = (card_id is not null) and (kind = 'cancel') = (payment_uid is not null)),
  check ((kind = 'cancel') = (cancellable is not null)),
  check ((state = 'open') = (try_at is not null))
);
create unique index one_charge_an_order on intents (order_id) where kind = 'charge' and state in ('open', 'done');
create unique index one_cancel_a_payment on intents (payment_uid) where kind = 'cancel' and state = 'open';
create unique index one_intent_a_request on intents (request_key) where request_key is not null;
create index intents_of_order on intents (order_id, id);
create index intents_to_try on intents (try_at) where state = 'open';

-- The provider's notices of our orders, each once; nothing in them is believed.
create table webhooks (
  imp_uid text not null,
  status text not null,
  cancellation_id text not null,
  order_id uuid not null references orders,
  received_at timestamptz(3) not null,
  done_at timestamptz(3),
  primary key (order_id, imp_uid, status, cancellation_id)
);

create table use_logs (
  id uuid primary key,
  user_product_id uuid not null references user_products,
  member_id uuid not null,
  product_name text not null,
  store_id uuid not null,
  store_name text not null,
  car_number text not null,
  used_at timestamptz(3) not null,
  visit_id uuid,
  reversed_at timestamptz(3),
  reverse_reason text,
  reversed_by uuid, -- an administrator; null where the visit was joined or corrected
  created_at timestamptz(3) not null
);
create unique index one_use_a_visit on use_logs (visit_id) where visit_id is not null and reversed_at is null;
create index use_logs_of_product on use_logs (user_product_id);
create index use_logs_of_member on use_logs (member_id, used_at, id);
create index use_logs_in_order on use_logs (used_at, id);
create index use_logs_of_store on use_logs (store_id, used_at, id);
create index use_logs_of_visit on use_logs (visit_id) where visit_id is not null;

-- What was known of a visit when its use was decided: revisions come in either order. Of members' visits and of those that
-- were corrected, for as long as the stream of visits tells of them.
create table visits (
  id uuid primary key,
  revision integer not null,
  used_version integer not null default 0,
  seen_at timestamptz(3) not null
);
create index visits_by_age on visits (seen_at);

-- How far ahead of the real time this service believes to be: for trying out what a month brings. Never in production.
create table clock (
  only_one boolean primary key default true check (only_one),
  ahead_seconds bigint not null
);
insert into clock (ahead_seconds) values (0);
