-- From this version on, recognizers and wall screens end with their store: those of stores that are closed already end after
-- one more event of each.
insert into outbox (subject, payload)
select 'evt.catalog.storeChanged', json_build_object('storeId', id, 'name', null, 'version', version)
from stores where deleted_at is not null order by id;
