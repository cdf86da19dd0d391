-- What administrators search visits by, the newest first; with what is counted of them, so that a count reads the index
-- alone. None of these columns changes while a visit only grows longer.
create index visits_by_time on visits (first_read_at, id) include (member_id, car_number) where merged_into is null;
create index visits_of_store on visits (store_id, first_read_at, id) include (member_id) where merged_into is null;
create index visits_of_member on visits (member_id, first_read_at, id) where merged_into is null and member_id is not null;

-- By the last digits plates are found, and by these their visits: far fewer rows change than in an index on visits.
create index plates_by_last_digits on plates (right(car_number, 4));

-- The reads of a visit: shown with it, and moved with it when its plate was misread.
create index reads_of_visit on reads (store_id, car_number, recognized_at) where rejected is null;

-- Every name under which a member's plates were told: visits are found by part of a name through this small table.
create table member_names (
  member_id uuid not null,
  name text not null,
  primary key (member_id, name)
);
insert into member_names
select member_id, member_name from plates where member_id is not null and member_name is not null
union
select member_id, member_name from visits where member_id is not null and member_name is not null;

