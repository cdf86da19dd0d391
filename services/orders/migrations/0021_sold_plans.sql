-- How a product is sold, besides its price and limits: `PlanTerms` of the contract; null for what was sold by earlier versions, which
-- has none of them.
alter table products add column plan_terms jsonb;

-- `period_price`: what a later period costs; null for `amount`. `trial`: the free days of a subscription, and not a paid period.
-- `replaces`: the plan that this one replaces while its period, until `replaced_until`, is paid; `credit` is won of its unused days.
alter table orders
  add column plan_terms jsonb,
  add column period_price integer,
  add column trial boolean not null default false,
  add column replaces uuid,
  add column replaced_until timestamptz(3),
  add column credit integer not null default 0;
-- Not validated, which would read the whole table while payments wait: all rows have the default.
alter table orders add constraint orders_credit_check check (credit >= 0) not valid;

-- `periods_paid`: 0 in the trial. `period_starts_at`: of the current period, where it is not by `anchor_at`. `paused_at`, `paused_until`:
-- the latest pause; `paused_ms`: of all pauses of the current period; `pause_year`, `pause_days`: what the member has taken of
-- the days of a year. `stop_requested_at`: the member wants it to stop after the periods that were agreed to. `next_plan`: the plan that
-- it becomes when its period ends.
alter table user_products
  add column plan_terms jsonb,
  add column periods_paid integer not null default 1,
  add column period_starts_at timestamptz(3),
  add column paused_at timestamptz(3),
  add column paused_until timestamptz(3),
  add column paused_ms bigint not null default 0,
  add column pause_year integer,
  add column pause_days integer not null default 0,
  add column stop_requested_at timestamptz(3),
  add column next_plan jsonb;
