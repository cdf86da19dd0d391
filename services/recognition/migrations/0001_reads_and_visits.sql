-- Names of stores, as the catalog tells them. A closed store keeps its last name: its visits still show it.
create table stores (
  id uuid primary key,
  name text,
  version integer not null
);

-- One row a plate: who owns it, as the member service tells it, and how many visits that are not merged it has.
-- Whoever changes either holds this row, so that a visit never begins beside a change of its owner unseen.
create table plates (
  car_number text primary key,
  visits integer not null default 0,
  member_id uuid,
  member_name text,
  owner_version integer not null default 0
) with (fillfactor = 80);

-- Every valid read. The time stands in the key so that the table can be partitioned by month; the same id with another
-- time is found by the first two columns. A read names no visit: a visit's reads are the accepted ones of its plate and
-- store between its ends, and no two visits overlap.
create table reads (
  device_id uuid not null,
  read_id uuid not null,
  recognized_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  store_id uuid not null,
  car_number text not null,
  raw text not null,
  confidence double precision not null,
  direction text check (direction in ('in', 'out')),
  candidates jsonb,
  image_id uuid,
  bounding_box jsonb,
  rejected text check (rejected in ('plate', 'confidence', 'direction')),
  content_hash bytea not null,
  primary key (device_id, read_id, recognized_at)
);

-- The id begins with its time of making: ranges of it can become partitions. `revision` grows with every change that
-- is to be sent again.
create table visits (
  id uuid primary key default uuidv7(),
  store_id uuid not null,
  car_number text not null,
  device_id uuid not null,
  first_read_at timestamptz(3) not null,
  last_read_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  reads integer not null,
  late boolean not null,
  member_id uuid,
  member_name text,
  merged_into uuid,
  revision integer not null default 1
) with (fillfactor = 80);
create index visits_in_reach on visits (store_id, car_number, first_read_at);
create index visits_of_plate on visits (car_number, first_read_at, id) where merged_into is null;
