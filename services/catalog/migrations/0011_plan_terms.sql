-- How many cars of the member can use a product, and how often a day. Products that are on sale stay as they are offered today,
-- for any car and without a limit a day, until an administrator changes them.
alter table products
  add column car_limit integer check (car_limit >= 1),
  add column uses_per_day integer check (uses_per_day >= 1);
