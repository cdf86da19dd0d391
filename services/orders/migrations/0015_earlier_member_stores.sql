-- Earlier pairs: every administrator had all stores then, and snapshots did not say whether a recognizer read the visit. A file
-- of its own, so that the scan holds no lock of the triggers.
insert into member_stores (member_id, store_id)
select member_id, store_id from use_logs
union
select (visit ->> 'memberId')::uuid, (visit ->> 'storeId')::uuid from visits
where visit ->> 'memberId' is not null and visit ->> 'storeId' is not null
on conflict do nothing;
