-- The last of the equal accesses that are one entry; null if there was one only, as in entries of earlier versions.
alter table access_logs add column last_at timestamptz;
