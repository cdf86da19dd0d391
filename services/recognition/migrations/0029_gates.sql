-- Plates that are VIPs, staff or blocked: at one store, or at all stores if `store_id` is null.
create table listed_plates (
  id uuid primary key default uuidv7(),
  car_number text not null,
  kind text not null check (kind in ('vip', 'staff', 'blocked')),
  store_id uuid,
  reason text not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index listed_plates_of_store on listed_plates (car_number, store_id) nulls not distinct;
create index listed_plates_by_store on listed_plates (store_id, created_at);

-- The rules of a store; one without a row has the defaults.
create table gates (
  store_id uuid primary key,
  mode text not null default 'automatic' check (mode in ('automatic', 'manual')),
  when_unavailable text not null default 'closed' check (when_unavailable in ('closed', 'open'))
);

alter table devices add column gate_output boolean not null default false;

-- The cars at gates: visits with a recent read of a recognizer that opens a gate, and the last decision about each.
-- `open` is null until the orders service has decided which product the visit uses.
create table gate_reads (
  visit_id uuid not null,
  device_id uuid not null,
  read_at timestamptz(3) not null,
  open boolean,
  reason text,
  version integer not null default 0,
  expires_at timestamptz(3),
  primary key (visit_id, device_id)
);
create index gate_reads_by_time on gate_reads (read_at);
