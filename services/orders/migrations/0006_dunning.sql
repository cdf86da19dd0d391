-- `anchor_at`: from which the periods are counted; null for `starts_at`.
alter table user_products add column anchor_at timestamptz(3);
-- Whether the subscriptions of a deleted product end with their periods.
alter table products add column stops_subscriptions boolean not null default false;
create index user_products_renewing on user_products (product_id) where next_billing_at is not null;
alter table owed_returns drop constraint owed_returns_cause_check, add check (
  cause in ('amountMismatch', 'paidAfterClosed', 'paidTwice', 'renewalOfEnded', 'alreadySubscribed')
);

-- What has happened since the first failed charge of a renewal (`due_at`), and whether the member asked for another charge
-- before `next_billing_at`: with a new card, or by hand.
alter table user_products
  add column dunning jsonb,
  add column retry_requested_at timestamptz(3);
update user_products u
set dunning = jsonb_build_object(
  'since', to_char(u.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'reason', 'declined',
  'scheduledTries', (select count(*) from orders o where o.renews = u.id and o.renewal_due_at = u.due_at and o.state = 'Fail'),
  'otherTries', 0
)
where due_at is not null;
create index user_products_to_retry on user_products (retry_requested_at) where retry_requested_at is not null;
create index user_products_in_dunning on user_products (member_id) where due_at is not null;
