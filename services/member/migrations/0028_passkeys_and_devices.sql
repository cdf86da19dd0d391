-- Passkeys of administrators: public keys, which are no secrets.
create table passkeys (
  id uuid primary key default uuidv7(),
  admin_id uuid not null references admins on delete cascade,
  -- As the authenticator chose it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- Signatures that the authenticator has made; always 0 if it counts none.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_admin on passkeys (admin_id);

-- Challenges that no browser has used yet, base64url; without an administrator those of sign-ins.
create table passkey_challenges (
  challenge text primary key,
  admin_id uuid references admins on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_admin on passkey_challenges (admin_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);

-- Devices from which administrators signed in: HMAC of browser, system and network, so that another one is noticed.
create table admin_devices (
  admin_id uuid not null references admins on delete cascade,
  hash bytea not null,
  seen_at timestamptz not null,
  primary key (admin_id, hash)
);
create index admin_devices_seen_at on admin_devices (seen_at);
