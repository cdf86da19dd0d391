-- Lists and files of members by email; members without one stand last.
create index members_by_email on members (email, id);

-- What the audit log is searched by, besides who did it and what it was done to.
create index audit_logs_action on audit_logs (action, at);
create index audit_logs_entity_id on audit_logs (entity_id, at);
create index audit_logs_request_id on audit_logs (request_id);
