-- ID tokens that have signed somebody in, until they expire: shown again, one is a copy. Only a keyed hash is kept.
create table spent_tokens (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_tokens_expires_at on spent_tokens (expires_at);
