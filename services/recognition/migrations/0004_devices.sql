-- Recognizers. `version` counts secrets and the removal; without a secret nobody is let in. A removed one stays: its reads
-- name it. What it is seen doing is written every few seconds, by whichever process saw it.
create table devices (
  id uuid primary key default uuidv7(),
  store_id uuid not null,
  name text not null,
  secret_hash text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  last_seen_at timestamptz(3),
  clock_skew_ms integer,
  queue_depth integer,
  camera_ok boolean,
  firmware text,
  last_error text,
  last_error_at timestamptz(3)
) with (fillfactor = 80);

-- How many reads a batch stored of a device on a day of Asia/Seoul. Rows are only added, so that batches of one device do
-- not wait for each other, and summed up from time to time.
create table device_reads (
  device_id uuid not null,
  day date not null,
  reads integer not null
);
create index device_reads_of_day on device_reads (day, device_id) include (reads);

-- A closed store keeps its name, and takes no new device.
alter table stores add column closed boolean not null default false;
