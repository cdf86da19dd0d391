-- The stores to which members come: those of their visits and uses. An administrator of certain stores gets the orders and products
-- of these members. A pair stays when a visit is corrected, since older visits that may support it are not kept; and when the member
-- leaves, as orders and uses do: it has no personal data.
create table member_stores (
  member_id uuid not null,
  store_id uuid not null,
  -- Whether other services have been notified.
  emitted boolean not null default false,
  primary key (member_id, store_id)
);
create index member_stores_to_emit on member_stores (member_id, store_id) where not emitted;

-- An earlier version that still runs stores visits and uses, too. Transactions that store visits hold locks of their members, and
-- the pair of a use is committed with its visit, so two transactions do not wait for each other's pairs.
create function note_stores_of_visits() returns trigger language plpgsql set search_path from current as $$
begin
  insert into member_stores (member_id, store_id)
  select distinct (visit ->> 'memberId')::uuid, (visit ->> 'storeId')::uuid from added
  where visit ->> 'memberId' is not null and visit ->> 'storeId' is not null
  order by 1, 2
  on conflict do nothing;
  return null;
end
$$;
create function note_stores_of_changed_visits() returns trigger language plpgsql set search_path from current as $$
begin
  insert into member_stores (member_id, store_id)
  select distinct (a.visit ->> 'memberId')::uuid, (a.visit ->> 'storeId')::uuid from added a join removed r using (id)
  where a.revision <> r.revision and a.visit ->> 'memberId' is not null and a.visit ->> 'storeId' is not null
  order by 1, 2
  on conflict do nothing;
  return null;
end
$$;
create function note_stores_of_uses() returns trigger language plpgsql set search_path from current as $$
begin
  insert into member_stores (member_id, store_id) select distinct member_id, store_id from added order by 1, 2
  on conflict do nothing;
  return null;
end
$$;
create trigger stores_of_visits after insert on visits referencing new table as added
  for each statement execute function note_stores_of_visits();
create trigger stores_of_changed_visits after update on visits referencing old table as removed new table as added
  for each statement execute function note_stores_of_changed_visits();
create trigger stores_of_uses after insert on use_logs referencing new table as added
  for each statement execute function note_stores_of_uses();

insert into member_stores (member_id, store_id)
select member_id, store_id from use_logs
union
select (visit ->> 'memberId')::uuid, (visit ->> 'storeId')::uuid from visits
where visit ->> 'memberId' is not null and visit ->> 'storeId' is not null;
