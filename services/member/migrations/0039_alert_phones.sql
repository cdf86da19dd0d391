-- The number (E.164) that gets an administrator's alerts by AlimTalk, once its code was confirmed.
alter table admins add column alert_phone text;

-- Only the administrator who asked for a code can use it.
alter table phone_codes add column admin_id uuid references admins on delete cascade;

-- Codes for such numbers are counted by account, too.
alter table code_sends add column account bytea;
create index code_sends_account on code_sends (account, at) where account is not null;

-- Alerts that were sent by AlimTalk in the last hour.
create table alert_talks (
  id bigint primary key generated always as identity,
  admin_id uuid not null references admins on delete cascade,
  at timestamptz not null default clock_timestamp()
);
create index alert_talks_admin on alert_talks (admin_id, at);
create index alert_talks_at on alert_talks (at);
