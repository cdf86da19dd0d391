-- How a product is sold: days for which a single purchase can be used, and of a subscription the price of the first paid period, free
-- days before it, paid periods that the member agrees to, and days of a year for which the member can pause it. Products stay as
-- they are offered today, with none of these.
alter table products
  add column validity_days integer check (validity_days >= 1),
  add column first_period_price integer check (first_period_price >= 0),
  add column trial_days integer not null default 0 check (trial_days between 0 and 30),
  add column commitment_periods integer not null default 0 check (commitment_periods >= 0),
  add column pause_days_per_year integer not null default 0 check (pause_days_per_year >= 0);
