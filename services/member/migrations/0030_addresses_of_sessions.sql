-- Network address of the last use of an administrator's session, for its owner; null for other sessions and after the end.
alter table sessions add column address text;
-- Those whose address is removed when they have expired.
create index sessions_addresses on sessions (expires_at) where address is not null;
