-- Since when a receipt differs from what is wanted of it: for alerts, and for the list of what needs a person. Null where it does not,
-- and in rows of an earlier version.
alter table cash_receipts add column open_since timestamptz;
-- A refused receipt whose order keeps no money needs none.
create index cash_receipts_refused on cash_receipts ((coalesce(open_since, created_at))) where state = 'refused' and wanted > 0;
