/**
 * Migrations of the tables that every service's schema has; they run before the service's own files. They are text because
 * they also run from a bundle. Never change an applied one: add another.
 */
export const baseTables: readonly { name: string; text: string }[] = [
  {
    name: 'foundation_0001.sql',
    text: `
create table outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null default uuidv7(),
  subject text not null,
  payload json not null,
  request_id text,
  created_at timestamptz not null default now()
);
comment on table outbox is 'What is to be published; a row is deleted once it is stored in its stream';

create table inbox (
  consumer text not null,
  event_id text not null,
  seen_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index on inbox (seen_at);
comment on table inbox is 'Events that a consumer has done, so that a repetition is known';

create table idempotency (
  caller text not null,
  operation text not null,
  key text not null,
  input_hash text not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (caller, operation, key)
);
create index on idempotency (created_at);
comment on table idempotency is 'First answers to writes that carried a key, kept for 24 hours';
`,
  },
  {
    name: 'foundation_0002.sql',
    text: `
alter table outbox add column traceparent text;
comment on column outbox.traceparent is 'W3C trace context of what wrote it, where that is traced';
`,
  },
  {
    name: 'foundation_0003.sql',
    text: `
alter table outbox add column lane text not null generated always as (split_part(subject, '.', 1)) stored;
comment on column outbox.lane is 'Rows of a lane keep their order, and one lane does not hold up another';
create index on outbox (lane, id);
`,
  },
]
