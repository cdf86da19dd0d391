-- Whose clock says when a device read a car, the revisit window after its reads, and the angle at which cars arrive.
alter table devices add column revisit_seconds integer;
alter table devices add column time_source text not null default 'device';
alter table devices add column arrival_angle integer;
-- The window of its device at its processing; null where the setting counts.
alter table reads add column revisit_seconds integer;
-- Of a visit with reads of devices that have a window of their own: until when the longest of these lasts, and its last read to which
-- the setting applies.
alter table visits add column own_until timestamptz;
alter table visits add column plain_at timestamptz;
