-- When an alert was reported last and what was reported: it is reported again if more is affected.
alter table alerts
  add column notified_at timestamptz(3),
  add column notified_count integer not null default 0,
  add column notified_names text[] not null default '{}';
update alerts set notified_at = opened_at, notified_count = count, notified_names = names;
alter table alerts alter column notified_at set default clock_timestamp(), alter column notified_at set not null;
create index alerts_notified_at on alerts (notified_at, id);
