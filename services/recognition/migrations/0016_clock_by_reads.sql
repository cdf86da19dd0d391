-- Milliseconds by which the clock of a device is ahead, if the reads of its last cars are late by the same time; null otherwise.
alter table devices add column read_skew_ms integer;
