-- What administrators made of a device's readings: proposed with the next visit that is read the same, never taken. `times`
-- counts visits. No read writes or reads it.
create table corrections (
  device_id uuid not null,
  read_as text not null,
  car_number text not null,
  times integer not null default 1,
  corrected_at timestamptz(3) not null default now(),
  primary key (device_id, read_as, car_number)
);

-- They go with the owner of the plate, and when they are as old as reads become.
create index corrections_to_plate on corrections (car_number);
create index corrections_by_time on corrections (corrected_at);
