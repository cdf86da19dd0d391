-- An endpoint can have very many deliveries: a job deletes those of a deleted one in batches.
alter table webhook_deliveries drop constraint webhook_deliveries_endpoint_id_fkey;
-- Those that failed, which are due again as soon as the endpoint has recovered.
create index webhook_deliveries_tried on webhook_deliveries (endpoint_id, id) where state = 'waiting' and attempts > 0;
create index webhook_deliveries_created_at on webhook_deliveries (endpoint_id, created_at, id);
drop index webhook_deliveries_list;

-- Whose data the body has, so that it can be erased when the member leaves. The row stays, so that a late message does not store
-- the event again.
alter table webhook_events alter column body drop not null, add column member_id uuid;
create index webhook_events_member on webhook_events (member_id) where member_id is not null;
