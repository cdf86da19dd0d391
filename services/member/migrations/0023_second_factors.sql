-- The authenticator app of an administrator; its secret is encrypted. It acts on sign-ins after its first code.
create table totp_secrets (
  admin_id uuid primary key references admins on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: each code works once.
  last_step integer not null default 0
);

-- Recovery codes that were not used yet, as SHA-256 of 120 random bits.
create table recovery_codes (
  admin_id uuid not null references admins on delete cascade,
  hash bytea not null,
  primary key (admin_id, hash)
);

alter table admins add column second_factor boolean not null default false;
