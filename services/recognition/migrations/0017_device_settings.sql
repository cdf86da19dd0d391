-- What an administrator sets for a device: the lane, what its camera sees, and its own minimum confidence.
alter table devices add column lane_name text;
alter table devices add column role text not null default 'both';
alter table devices add column minimum_confidence double precision;
-- The store that a device belonged to before its last move, and when it moved: messages from before count there.
alter table devices add column moved_from uuid;
alter table devices add column moved_at timestamptz(3);
