-- Sales at the counter of a store: an order has that store, and its money counts there, whatever the stores of its product.
alter table orders add column store_id uuid;

create or replace function money_facts(
  order_id uuid, at timestamptz, moved_at timestamptz, from_state text, to_state text, cause text, amount integer, paid integer,
  refunded integer
)
returns table (
  happened_at timestamptz, product_id uuid, store_id uuid, method text, orders integer, paid_won integer, refunded_won integer,
  owed_won integer, renewals_tried integer, renewals_failed integer, renewals_recovered integer
) language sql stable
begin atomic
  select coalesce(money_facts.moved_at, money_facts.at), o.product_id, coalesce(o.store_id, order_store(o.store_ids)),
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

-- A card terminal gives an approval number once a day.
create unique index orders_by_approval on orders (
  store_id, ((created_at at time zone 'Asia/Seoul')::date), (payment_details ->> 'approvalNumber')
) where store_id is not null and payment_details ->> 'approvalNumber' is not null;

alter table cars add column business_number text;

create table cash_receipts (
  order_id uuid primary key references orders,
  serial integer not null default 1,
  state text not null check (state in ('none', 'sent', 'issued', 'refused')),
  wanted integer not null check (wanted >= 0),
  issued integer,
  kind text not null check (kind in ('personal', 'corporate')),
  identifier text,
  number text,
  url text,
  refusal text,
  attempts integer not null default 0,
  times_lost integer not null default 0,
  sent_at timestamptz,
  try_at timestamptz,
  created_at timestamptz not null
);
create index cash_receipts_to_settle on cash_receipts (try_at) where try_at is not null;
create index cash_receipts_with_identifier on cash_receipts (created_at) where identifier is not null;

-- Settlement files of the provider. A row is stored once, whatever files have it; `nth` counts equal ones of a file.
create table settlement_files (
  id uuid primary key,
  file_name text not null,
  content_hash text not null unique,
  from_day date not null,
  to_day date not null,
  row_count integer not null,
  imported_at timestamptz not null,
  imported_by uuid
);
create index settlement_files_by_time on settlement_files (imported_at, id);
create table settlement_rows (
  file_id uuid not null references settlement_files on delete cascade,
  payment_uid text not null,
  merchant_uid text not null,
  movement text not null check (movement in ('paid', 'refunded')),
  day date not null,
  amount integer not null,
  fee integer not null,
  vat integer not null,
  settled integer not null,
  nth integer not null,
  primary key (day, payment_uid, merchant_uid, movement, amount, nth)
);
create index settlement_rows_of_file on settlement_rows (file_id);
