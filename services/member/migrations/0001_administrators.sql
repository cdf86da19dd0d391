create table admins (
  id uuid primary key default uuidv7(),
  email text not null,
  name text not null,
  password_hash text not null,
  disabled boolean not null default false,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);
-- Two accounts never differ by case alone; logins find the account by the same expression.
create unique index admins_email on admins (lower(email));
create index admins_created_at on admins (created_at, id);

-- A session of any role. Refresh tokens are derived from (id, generation) and stored nowhere.
create table sessions (
  id uuid primary key default uuidv7(),
  role text not null check (role in ('admin', 'member', 'screen')),
  account_id uuid not null,
  generation integer not null default 1 check (generation >= 1),
  issued_at timestamptz not null,
  rotated_at timestamptz not null,
  pair_used boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  check ((ended_at is null) = (end_reason is null))
);
create index sessions_open_by_account on sessions (account_id, role) where ended_at is null;
create index sessions_expires_at on sessions (expires_at);

-- One row for each failed attempt, until its window has passed. Accounts and addresses are kept as keyed hashes:
-- people type passwords into the email field.
create table failed_attempts (
  id bigint generated always as identity primary key,
  purpose text not null,
  account bytea not null,
  address bytea not null,
  at timestamptz not null default clock_timestamp()
);
create index failed_attempts_by_account on failed_attempts (purpose, account, at);
create index failed_attempts_by_address on failed_attempts (purpose, address, at);
create index failed_attempts_at on failed_attempts (at);

create table members (
  id uuid primary key default uuidv7(),
  provider text not null check (provider in ('GOOGLE', 'NAVER', 'KAKAO', 'APPLE', 'KINGCAR')),
  email text,
  name text not null,
  gender text not null check (gender in ('Male', 'Female')),
  birth_date date not null,
  phone_number text not null check (phone_number ~ '^\+82[0-9]{9,10}$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index members_phone_number on members (phone_number);

create table cars (
  id uuid primary key default uuidv7(),
  member_id uuid not null references members,
  car_number text not null,
  model text not null,
  color text,
  nickname text,
  main boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index cars_car_number on cars (car_number);
create unique index cars_main on cars (member_id) where main;
create index cars_member_id on cars (member_id);

-- How often the owner of a plate has changed, so that consumers can tell a late event from a new one.
create table plate_versions (
  car_number text primary key,
  version integer not null
);

-- Every administrator's write in the whole product; other services report theirs by event.
create table audit_logs (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  request_id text not null
);
create index audit_logs_at on audit_logs (at, id);
create index audit_logs_actor on audit_logs (actor_id, at);
create index audit_logs_entity on audit_logs (entity, entity_id, at);
