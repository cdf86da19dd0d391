-- Plates that cameras confuse have one class: each character stands for all that are confused with it, directly or not. The groups
-- are those of `src/plate/misreadings.ts`; a test compares both.
create function plate_class(plate text) returns text language sql immutable parallel safe
return translate(plate, '356789거구너누더두러루머무배버부서수어우저주허호', '000100가고나노다도라로마모바바보사소아오자조하하');

-- The reads of a visit and those of lookalikes are found by the same index.
drop index reads_of_visit;
create index reads_of_class on reads (plate_class(car_number), recognized_at) where rejected is null;

-- The plate of the read is doubtful: one that looks like it was read better at the same time.
alter table reads add column doubtful boolean not null default false;
create index doubtful_reads on reads (recognized_at) where doubtful;
-- Number of reads of the visit that are doubtful.
alter table visits add column doubtful_reads integer not null default 0;
