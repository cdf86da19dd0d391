-- Plans are made once, also while there is no visit yet. All indexes look alike then, and those of visits that were merged into
-- no other look smaller than one of all: a car's visits were looked up among all of their store, until statistics came.
drop index visits_in_reach;
create index visits_in_reach on visits (store_id, car_number, first_read_at) where merged_into is null;
create index merged_visits_of_plate on visits (car_number, store_id, first_read_at) where merged_into is not null;
