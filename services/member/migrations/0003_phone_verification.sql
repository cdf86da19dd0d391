-- The code that a number was sent last, for each provider that it is verified for: derived from the id, kept nowhere.
create table phone_verifications (
  id uuid primary key default uuidv7(),
  provider text not null,
  phone_number text not null check (phone_number ~ '^\+8210[0-9]{8}$'),
  wrong_tries integer not null default 0,
  expires_at timestamptz not null,
  unique (provider, phone_number)
);
create index phone_verifications_expires_at on phone_verifications (expires_at);

-- What a right code was exchanged for; gone once it is used.
create table verification_tokens (
  hash bytea primary key,
  provider text not null,
  phone_number text not null,
  expires_at timestamptz not null
);
create index verification_tokens_expires_at on verification_tokens (expires_at);

-- One row for each code that was asked for, until its window has passed. Keyed hashes of the number, of the number
-- without its last four digits, and of the network that asked, which is null where that is not counted.
create table code_sends (
  id bigint generated always as identity primary key,
  number bytea not null,
  prefix bytea not null,
  network bytea,
  at timestamptz not null
);
create index code_sends_number on code_sends (number, at);
create index code_sends_prefix on code_sends (prefix, at);
create index code_sends_network on code_sends (network, at) where network is not null;
create index code_sends_at on code_sends (at);

-- What would have gone out by SMS, where no provider is set. Never in production.
create table sms_outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  text text not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index sms_outbox_sent_at on sms_outbox (sent_at);
