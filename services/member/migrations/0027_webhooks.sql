-- Endpoints of partners, to which events are sent by the Standard Webhooks specification. The secrets are encrypted.
create table webhook_endpoints (
  id uuid primary key default uuidv7(),
  name text not null,
  url text not null,
  event_types text[] not null,
  sealed_secret text not null,
  sealed_previous text,
  overlap_until timestamptz,
  created_by uuid not null references admins,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('admin', 'failing')),
  -- Failed tries since the last success, and when the next one may begin.
  failures integer not null default 0,
  failing_since timestamptz,
  run_at timestamptz not null default now(),
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhook_endpoints_created_at on webhook_endpoints (created_at, id);
create index webhook_endpoints_created_by on webhook_endpoints (created_by);

-- What was or can be sent. The id is made of the content, so that an event that arrives twice is stored once.
create table webhook_events (
  id uuid primary key,
  type text not null,
  key text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index webhook_events_created_at on webhook_events (created_at, id);

-- An event on its way to an endpoint. Of those with the same key the smaller id is sent first.
create table webhook_deliveries (
  id bigint primary key generated always as identity,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, run_at) where state = 'waiting';
create index webhook_deliveries_order on webhook_deliveries (endpoint_id, key, id) where state = 'waiting';
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_event on webhook_deliveries (event_id);

create table webhook_tries (
  id bigint primary key generated always as identity,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  at timestamptz not null default now(),
  status integer,
  error text,
  response text,
  milliseconds integer not null
);
create index webhook_tries_delivery on webhook_tries (delivery_id, id);
