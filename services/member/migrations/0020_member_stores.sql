-- The stores to which members come, by their visits: administrators of certain stores get these members only. The orders
-- service publishes the pairs of before, too.
create table member_stores (
  member_id uuid not null references members (id) on delete cascade,
  store_id uuid not null,
  primary key (member_id, store_id)
);
create index member_stores_by_store on member_stores (store_id, member_id);
