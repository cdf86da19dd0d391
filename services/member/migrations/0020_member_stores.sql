-- The stores to which members come, by their visits and uses: administrators of certain stores get these members only. The orders
-- service publishes the pairs of before, too.
create table member_stores (
  member_id uuid not null references members (id) on delete cascade,
  store_id uuid not null,
  primary key (member_id, store_id)
);
