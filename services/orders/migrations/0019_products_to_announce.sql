-- Only the products that still have to be announced. In a file of its own: the new columns lock reads, too, the index only writes.
create index user_products_to_announce on user_products (ends_at)
  where state = 'Available' and due_at is null and ends_at is not null
    and (announced_end, announced_renewal) is distinct from (ends_at, next_billing_at is not null);
