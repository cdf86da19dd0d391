-- In a file, and so a transaction, of its own: the lock of the new column excludes readers, that of an index writers alone.
create index webhook_deliveries_deadline on webhook_deliveries (endpoint_id, expires_at)
  where state = 'waiting' and expires_at is not null;
