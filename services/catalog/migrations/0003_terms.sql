-- Versions of terms. One that is removed keeps its row, so that its number is not given again.
create table terms (
  id uuid primary key default uuidv7(),
  type text not null check (type in ('TERMS_OF_USE', 'PRIVACY_POLICY', 'LOCATION_BASED_SERVICE', 'MARKETING')),
  version integer not null check (version >= 1),
  title text not null,
  content text not null,
  required boolean not null,
  effective_at timestamptz(3) not null,
  revision integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz,
  unique (type, version)
);
create index terms_in_force on terms (type, effective_at desc, version desc) where deleted_at is null;

-- The last version that was given to each type; its row is the lock of those who write the next at the same time.
create table terms_versions (
  type text primary key,
  version integer not null
);
