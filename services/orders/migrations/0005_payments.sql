-- Money of a payment that its order cannot keep, until it is returned. A payment has one row at most, also after its end, so
-- that money settled by hand is never returned automatically and an old record of the provider opens nothing. `amount`: won
-- that are left of the payment; `next_try_at`: when the provider is asked next to return it.
create table owed_returns (
  id uuid primary key,
  order_id uuid not null references orders,
  member_id uuid not null,
  payment_uid text not null unique,
  amount integer not null check (amount > 0),
  cause text not null check (cause in ('amountMismatch', 'paidAfterClosed', 'paidTwice', 'renewalOfEnded')),
  since timestamptz(3) not null,
  needs_account boolean not null, -- paid by virtual account: the payer has to name the account for the return
  refusals integer not null default 0,
  last_reason text check (last_reason in ('accountNeeded', 'refused', 'unreachable')),
  next_try_at timestamptz(3),
  settled_at timestamptz(3),
  settled_how text check (settled_how in ('returned', 'atProvider', 'byHand')),
  settled_by uuid,
  settle_reason text,
  check ((settled_at is null) = (settled_how is null) and (settled_at is null) = (next_try_at is not null)),
  check (coalesce(settled_how = 'byHand', false) = (settled_by is not null)),
  check ((settled_by is null) = (settle_reason is null))
);
create index open_owed_returns_of_order on owed_returns (order_id, since) where settled_at is null;
create index open_owed_returns on owed_returns (since, id) where settled_at is null;
create index settled_owed_returns on owed_returns (since, id) where settled_at is not null;

-- `payment_details`: what members see of the provider's payment; `account_due_at`: until when the latest virtual account
-- accepts a transfer, by the provider's clock.
alter table orders add column payment_details jsonb, add column account_due_at timestamptz(3);

-- Where the money of a virtual account goes, encrypted, while the provider is asked to refund it.
alter table intents add column refund_account text, add check (refund_account is null or (kind = 'cancel' and state = 'open'));

-- Returns that the provider had refused were given up: their orders are reconciled again, which opens an owed return.
update orders set check_at = now() where id in (
  select order_id from intents
  where kind = 'cancel' and state = 'refused'
    and cause in ('amountMismatch', 'paidAfterClosed', 'paidTwice', 'renewalOfEnded')
);
