-- Whether nats-server has a connection of the device, by its reports and its list of connections. A device that was connected and
-- is not any more is offline, without waiting for its silence; one that never connected, such as one that calls over HTTP, is not.
alter table devices add column connected boolean not null default false;
alter table devices add column disconnected_at timestamptz(3);

-- The state that other services know; null before the first look, which reports nothing.
alter table devices add column online boolean;
alter table devices add column online_version integer not null default 0;

-- Visits whose departure changed, or that may end without one at `due_at`, until the event is in the outbox.
create table visit_ends (
  visit_id uuid primary key,
  due_at timestamptz(3) not null default now()
);
create index visit_ends_due on visit_ends (due_at);

-- Up to when visits, by their first reads, were entered for an end without a departure.
create table visit_timeouts (entered_until timestamptz(3) not null);
insert into visit_timeouts values (now());
