-- A draft has no `published_at`. One that is removed leaves no row: nothing names it, and its id, which no other notice gets,
-- had its last version in the event of its removal.
create table notices (
  id uuid primary key default uuidv7(),
  title text not null,
  content text not null,
  pinned boolean not null,
  published_at timestamptz(3),
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Pinned ones are first in either direction, so each order has two indexes. Each holds what its lists ask of a row to skip it.
create index notices_created_at on notices (pinned desc, created_at, id);
create index notices_created_at_desc on notices (pinned desc, created_at desc, id desc);
create index notices_published_at on notices (pinned desc, published_at, id);
create index notices_published_at_desc on notices (pinned desc, published_at desc, id desc);
create index notices_title on notices (pinned desc, title, id) include (published_at);
create index notices_title_desc on notices (pinned desc, title desc, id desc) include (published_at);
