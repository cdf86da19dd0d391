-- Which end of a period was announced to the member, and whether it was announced as a renewal. A renewal that is stopped or resumed
-- afterwards is announced again. The index has only the products that still have to be announced.
alter table user_products add column announced_end timestamptz, add column announced_renewal boolean;
create index user_products_to_announce on user_products (ends_at)
  where state = 'Available' and due_at is null and ends_at is not null
    and (announced_end, announced_renewal) is distinct from (ends_at, next_billing_at is not null);
