-- How many uses of a product one visit may record, as it was sold. Of these one is automatic, also where several processes decide
-- the visit; uses by hand are counted under the lock of the visit. The index is first: while it is built, only uses wait.
create unique index one_automatic_use_a_visit on use_logs (visit_id)
  where visit_id is not null and reversed_at is null and not by_hand;
drop index one_use_a_visit;

alter table products add column uses_per_stay integer not null default 1;
alter table orders add column uses_per_stay integer not null default 1;
alter table user_products add column uses_per_stay integer not null default 1;
