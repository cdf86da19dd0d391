-- Stores that were closed for good: no wall screen is created for them.
create table closed_stores (id uuid primary key);
create index screens_store on screens (store_id);
