-- `value` is JSON as text: jsonb would reorder its keys. A removed setting stays as a row, so that its version never repeats.
create table app_settings (
  key text primary key,
  value text not null,
  description text,
  removed boolean not null default false,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  updated_at timestamptz not null,
  updated_by uuid not null
);

-- Names of administrators, as the member service tells them.
create table admins (
  id uuid primary key,
  name text not null,
  version integer not null
);

-- Points on a sphere of radius 1 metre sort by distance with an index, across poles and the date line too.
create extension if not exists cube;

create table stores (
  id uuid primary key default uuidv7(),
  name text not null,
  address text not null,
  address_detail text,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  position cube not null generated always as (
    cube(array[
      cos(radians(latitude)) * cos(radians(longitude)),
      cos(radians(latitude)) * sin(radians(longitude)),
      sin(radians(latitude))
    ])
  ) stored,
  phone text not null,
  business_hours jsonb not null,
  closed_dates date[] not null,
  image_ids uuid[] not null,
  visible boolean not null,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz
);
create index stores_created_at on stores (created_at, id) where deleted_at is null;
create index stores_name on stores (name, id) where deleted_at is null;
create index stores_position on stores using gist (position) where visible and deleted_at is null;
create index stores_visible on stores (created_at, id) where visible and deleted_at is null;
