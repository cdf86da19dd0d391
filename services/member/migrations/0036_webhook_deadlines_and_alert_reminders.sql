-- Until when a delivery is of use, such as the decision about a gate: it is not sent after that. Null without a deadline.
alter table webhook_deliveries add column expires_at timestamptz(3);

-- After how many hours an alert that is still open is reported again; null: never.
alter table alert_rules add column repeat_hours integer check (repeat_hours between 1 and 168);
