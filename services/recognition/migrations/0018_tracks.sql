-- The device's id of the passing car: the reads of a track are found by it when one of them arrives. `corrected`: an
-- administrator decided the plate of the read, and no other reading changes it.
alter table reads add column track_id text;
alter table reads add column corrected boolean not null default false;
create index reads_of_track on reads (device_id, track_id, recognized_at) where track_id is not null;
