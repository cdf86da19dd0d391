-- Rules by which administrators are alerted. `store_ids` null: all stores.
create table alert_rules (
  id uuid primary key default uuidv7(),
  kind text not null,
  threshold integer not null,
  store_ids uuid[],
  channels text[] not null,
  roles text[] not null,
  admin_ids uuid[] not null default '{}',
  quiet_from text,
  quiet_to text,
  enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  check ((quiet_from is null) = (quiet_to is null))
);

insert into alert_rules (kind, threshold, channels, roles) values
  ('offlineDevices', 5, '{bell,browser,mail}', '{owner,manager}'),
  ('offlineScreens', 10, '{bell,browser}', '{owner,manager}'),
  ('failedRenewals', 5, '{bell}', '{owner,accountant}'),
  ('owedReturns', 0, '{bell}', '{owner,accountant}'),
  ('deadLetters', 10, '{bell}', '{owner}'),
  ('disabledWebhooks', 0, '{bell,mail}', '{owner}'),
  ('fullStorage', 70, '{bell,browser,mail}', '{owner}'),
  ('refund', 100000, '{bell}', '{owner,accountant}'),
  ('newDevice', 0, '{bell}', '{owner}');

-- Alerts with what their rule said when they opened: the rule may change or go.
create table alerts (
  id uuid primary key default uuidv7(),
  rule_id uuid not null,
  kind text not null,
  store_id uuid,
  store_name text,
  count integer not null,
  names text[] not null,
  target_id uuid,
  threshold integer not null,
  channels text[] not null,
  roles text[] not null,
  admin_ids uuid[] not null,
  since timestamptz(3),
  opened_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  closed_at timestamptz(3)
);
-- At most one is open for each rule and store.
create unique index alerts_open on alerts (rule_id, store_id) nulls not distinct where closed_at is null;
create index alerts_opened_at on alerts (opened_at, id);
create index alerts_closed_at on alerts (closed_at) where closed_at is not null;

create table alert_seen (
  admin_id uuid primary key,
  seen_until timestamptz(3) not null
);

-- When a process began the last look at all causes, and the time of the causes that were applied last.
create table alert_evaluations (
  begun_at timestamptz not null,
  applied_at timestamptz not null
);
insert into alert_evaluations values ('-infinity', '-infinity');
