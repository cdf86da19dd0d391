-- Periods of the past that are computed again with other settings. `alive_at` is the lease of the process that computes one: without
-- it, a rehearsal whose process crashed would run for ever. They contain plates, and are deleted after a day.
create table rehearsals (
  id uuid primary key default uuidv7(),
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  store_id uuid,
  settings jsonb not null,
  current jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  failure text,
  reads integer not null default 0,
  reads_total integer,
  result jsonb,
  started_at timestamptz(3) not null default now(),
  alive_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
-- One runs at a time.
create unique index running_rehearsal on rehearsals (state) where state = 'running';

-- Reads are stored nearly in the order of their time, so that a day of them is found by a few kilobytes of index, which costs the
-- storing of a read nothing that can be measured.
create index reads_by_time on reads using brin (recognized_at) with (autosummarize = on);
