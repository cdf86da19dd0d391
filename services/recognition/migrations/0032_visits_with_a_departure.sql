-- Whether a store sees departures. At one that sees none, a week of visits was read for it every other second.
create index visits_left on visits (store_id, first_read_at) where left_at is not null and merged_into is null;
