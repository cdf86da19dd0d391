-- Reads that an administrator decides about: rejected ones, doubtful ones, and those that repeat a corrected misreading.
-- They copy what is shown of a read, because rejected reads are in no index by which a list could find them.
create table read_reviews (
  read_id uuid not null,
  device_id uuid not null,
  store_id uuid not null,
  recognized_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  read_as text not null,
  raw text not null,
  confidence double precision not null,
  candidates jsonb,
  image_id uuid,
  bounding_box jsonb,
  track_id text,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
  car_number text,
  visit_id uuid,
  decided_at timestamptz(3),
  primary key (read_id, device_id)
);
create index read_reviews_by_time on read_reviews (state, recognized_at, read_id);
-- One row for each car that passes, and the limit for each device.
create index read_reviews_of_device on read_reviews (device_id, read_as, recognized_at);

-- An accepted read is found by its time.
create index rejected_reads on reads (recognized_at) where rejected is not null;

-- Registered plates that differ from a reading in the last four digits only.
create index plates_by_first_part on plates (left(car_number, -4)) where member_id is not null;
