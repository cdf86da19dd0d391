-- For lists of members by the state of their products, and by missing agreements.
create index user_products_subscribed on user_products (member_id)
  where described ->> 'state' = 'Available' and described ->> 'type' = 'subscribe';
create index user_products_unpaid on user_products (member_id) where described ->> 'dunning' is not null;
-- As text, because the conversion to a time depends on a setting; all of these times are in UTC and of one length.
create index user_products_ending on user_products (((described ->> 'endsAt') collate "C"), member_id)
  where described ->> 'state' = 'Available' and described ->> 'nextBillingAt' is null;
create index agreements_to_terms on agreements (terms_id, member_id) where withdrawn_at is null;

-- Without these, a plan assumes that a condition on a field holds for one product in 200.
create statistics user_products_described on (described ->> 'state'), (described ->> 'type'), (described ->> 'dunning'),
  (described ->> 'nextBillingAt') from user_products;
analyze user_products;
