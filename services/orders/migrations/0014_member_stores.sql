-- The stores to which members come. An administrator of certain stores gets the orders and products of these members, and the member
-- service their contact data. So a pair needs a visit that a recognizer read: visits that administrators noted or corrected, doubtful
-- and merged ones, and the uses of these, could be of any plate. A pair stays when its visit is corrected, since older visits that
-- may support it are not kept; and when the member leaves, as orders and uses do: it has no personal data.
create table member_stores (
  member_id uuid not null,
  store_id uuid not null,
  -- Whether other services have been notified.
  emitted boolean not null default false,
  primary key (member_id, store_id)
);
create index member_stores_by_store on member_stores (store_id, member_id);
create index member_stores_to_emit on member_stores (member_id, store_id) where not emitted;

-- Transactions that store visits hold locks of their members, so two of them do not wait for each other's pairs.
create function note_stores_of_visits() returns trigger language plpgsql set search_path from current as $$
begin
  insert into member_stores (member_id, store_id)
  select distinct (visit ->> 'memberId')::uuid, (visit ->> 'storeId')::uuid from added
  where (visit ->> 'recognized')::boolean and visit ->> 'memberId' is not null
    and visit ->> 'doubtful' is null and visit ->> 'mergedInto' is null
  order by 1, 2
  on conflict do nothing;
  return null;
end
$$;
create trigger stores_of_visits after insert on visits referencing new table as added
  for each statement execute function note_stores_of_visits();
create trigger stores_of_changed_visits after update on visits referencing new table as added
  for each statement execute function note_stores_of_visits();
