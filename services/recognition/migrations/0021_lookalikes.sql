-- Plates that cameras confuse have one class: their digits with one for all that are confused with it, directly or not, and the
-- consonant of the syllable before the last four. A number, since each read is stored with it: it costs a third of a text. The
-- locks of the service tell the same plates apart (`plateClass` of `src/plate/misreadings.ts`).
create function plate_class(plate text) returns integer language sql immutable parallel safe
return hashtext(
  translate(left(plate, -5) || right(plate, 4), '356789', '000100') || chr(97 + (ascii(right(plate, 5)) - 44032) / 588)
);

-- The reads of a visit, its departures and lookalikes are found by one index.
drop index reads_of_visit;
drop index departures;
create index reads_of_class on reads (plate_class(car_number), recognized_at)
where rejected is null or rejected = 'direction';

-- The plate of the read is doubtful: one that looks like it was read better at the same time.
alter table reads add column doubtful boolean not null default false;
create index doubtful_reads on reads (recognized_at) where doubtful;
-- Number of reads of the visit that are doubtful.
alter table visits add column doubtful_reads integer not null default 0;
