-- Wall screens: each has a session of its own, in which it is the account. What is seen of them is kept here alone.
create table screens (
  id uuid primary key default uuidv7(),
  store_id uuid not null,
  name text not null,
  console_version text,
  last_seen_at timestamptz,
  seen_by text,
  gone boolean not null default true,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index screens_created_at on screens (created_at, id);

-- A screen's session expires years after it was renewed last: what ended before is over since then.
drop index sessions_expires_at;
create index sessions_over on sessions (least(ended_at, expires_at));
