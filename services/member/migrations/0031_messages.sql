-- The outbox of development holds notifications and AlimTalk, too.
alter table sms_outbox add column channel text not null default 'sms';
update sms_outbox set channel = 'mail' where subject is not null;

-- The apps that get notifications. One whose session has ended gets none.
create table push_tokens (
  id uuid primary key default uuidv7(),
  member_id uuid not null references members on delete cascade,
  session_id uuid not null,
  token text not null unique,
  platform text not null check (platform in ('android', 'ios', 'web')),
  seen_at timestamptz not null default now()
);
create index push_tokens_member on push_tokens (member_id, seen_at);

-- What a member has switched on or off, by kind and channel; the rest is as the owner has it.
create table notification_settings (
  member_id uuid primary key references members on delete cascade,
  switches jsonb not null,
  updated_at timestamptz not null default now()
);

-- The channels of kinds of messages for which the owner chose others than those of the template.
create table message_kinds (
  kind text primary key,
  channels text[] not null
);

-- A fact on its way to a member by a channel, once each. Text and recipient are made when it is sent; after that the data is deleted.
create table messages (
  id bigint primary key generated always as identity,
  fact_id uuid not null,
  kind text not null,
  channel text not null check (channel in ('push', 'talk', 'mail')),
  member_id uuid not null references members on delete cascade,
  user_product_id uuid,
  user_product_version integer,
  data jsonb,
  happened_at timestamptz not null,
  advertising boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  reason text,
  sent_by text,
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (fact_id, channel)
);
create index messages_due on messages (channel, run_at) where state = 'waiting';
create index messages_order on messages (member_id, channel, id) where state = 'waiting';
create index messages_member on messages (member_id, created_at, id);
create index messages_created_at on messages (created_at, id);

-- Each channel: its failures in a row, when the next request may begin, and the requests of an hour.
create table message_channels (
  channel text primary key,
  failures integer not null default 0,
  run_at timestamptz not null default now(),
  hour timestamptz not null default '-infinity',
  used integer not null default 0
);
insert into message_channels (channel) values ('push'), ('talk'), ('mail');
