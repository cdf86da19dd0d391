-- The orders service begins to listen only now: products and stores that stand already, and those that are gone, are told of
-- once.
insert into outbox (subject, payload)
select 'evt.catalog.productChanged', json_build_object(
  'productId', id, 'name', name, 'type', type, 'price', price, 'billingMonths', billing_months, 'useLimit', use_limit,
  'storeIds', store_ids, 'onSale', on_sale, 'removed', deleted_at is not null, 'version', version)
from products order by id;
insert into outbox (subject, payload)
select 'evt.catalog.storeChanged', json_build_object(
  'storeId', id, 'name', case when deleted_at is null then name end, 'version', version)
from stores order by id;
