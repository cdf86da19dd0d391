-- Browsers that show a code to become a wall screen, until an administrator enters it or ten minutes have passed.
create table screen_pairings (
  token_hash bytea primary key,
  code text not null unique,
  screen_id uuid references screens on delete cascade,
  expires_at timestamptz(3) not null
);
create index screen_pairings_screen on screen_pairings (screen_id);
create index screen_pairings_expires_at on screen_pairings (expires_at);
