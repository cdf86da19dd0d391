-- Above the limit of letters the device with the most of them loses its oldest. Null if the subject names no device, and in rows
-- that were written before this column: they count as one device.
alter table dead_letters add column device_id uuid;
create index dead_letters_of_device on dead_letters (device_id, received_at) where settled_at is null;
