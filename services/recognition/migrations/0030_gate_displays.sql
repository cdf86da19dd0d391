-- Whether decisions have the member's masked name and the product, for a display at the gate.
alter table devices add column gate_shows_member boolean not null default false;
-- When a process last sent the expected plates: it takes the devices that are due, so that no other one sends them, too.
alter table devices add column expected_sent_at timestamptz(3);
