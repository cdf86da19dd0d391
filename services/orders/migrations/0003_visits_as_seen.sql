-- A visit as it stood when its use was decided, without a name: where another was joined to it and gives its use back, it
-- is decided again. The version of what a visit used is counted from its uses, which stay.
alter table visits drop column used_version;
alter table visits add column visit jsonb not null;
