-- The last heartbeat's own time: one that is not later is a copy or a last will, and no sign of life. Only heartbeats set
-- the skew, so that this marks the devices that send them.
alter table devices add column heartbeat_sent_at timestamptz(3);
update devices set heartbeat_sent_at = last_seen_at where clock_skew_ms is not null;

-- The longest silence between two messages in the current and the previous seven days, from which the service learns when a
-- device without heartbeats is offline.
alter table devices add column longest_silence_s integer;
alter table devices add column previous_silence_s integer;
alter table devices add column silence_since timestamptz(3);
