-- API keys of programs. Their secrets are kept as SHA-256. A deleted key stays, so that the audit log has its name.
create table api_keys (
  id uuid primary key default uuidv7(),
  name text not null,
  permissions text[] not null,
  store_ids uuid[],
  secret_hash bytea not null,
  previous_hash bytea,
  overlap_until timestamptz,
  created_by uuid not null references admins,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  rotated_at timestamptz,
  last_used_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1
);
create index api_keys_created_at on api_keys (created_at, id) where deleted_at is null;
create index api_keys_created_by on api_keys (created_by);
