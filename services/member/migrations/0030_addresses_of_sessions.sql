-- Network address of the last use of an administrator's session, for its owner; null for other sessions and after the end.
alter table sessions add column address text;
