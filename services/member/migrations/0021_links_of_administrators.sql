-- Invitations of administrators. The token of the link is kept as SHA-256.
create table invitations (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  role text not null check (role in ('owner', 'manager', 'staff', 'accountant')),
  store_ids uuid[],
  email text,
  name text,
  invited_by uuid not null references admins,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz,
  check (role <> 'owner' or store_ids is null)
);
create index invitations_created_at on invitations (created_at, id);
create index invitations_expires_at on invitations (expires_at);
create index invitations_invited_by on invitations (invited_by);

-- Links with which an administrator sets another password: mailed on request, or made by an owner.
create table password_links (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  admin_id uuid not null references admins,
  made_by uuid references admins,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_admin_id on password_links (admin_id);
create index password_links_expires_at on password_links (expires_at);
