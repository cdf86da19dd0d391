-- Messages of a device that are no reads, by the day of their arrival. A row of 0 reads counts only these.
alter table device_reads add column refused integer not null default 0;
