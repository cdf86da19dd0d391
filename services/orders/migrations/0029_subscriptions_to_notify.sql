-- Subscriptions that a change of the price may be written into: the job asks every ten seconds for each open change, and finds nothing
-- most of the time. Those that have this change already, cost its price, or agreed to an earlier one are not read.
create index user_products_to_notify on user_products (product_id, (coalesce(price_change ->> 'id', '')), price)
  where next_billing_at is not null and order_id is not null and ends_at is not null and due_at is null
    and stop_requested_at is null and next_plan is null and not refunding
    and (price_change -> 'answer' ->> 'accepted') is distinct from 'true';
