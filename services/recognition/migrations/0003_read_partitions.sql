-- Reads by month, in UTC, so that what is past its time goes as a table instead of row by row.
alter table reads rename to reads_before;
alter table reads_before rename constraint reads_pkey to reads_before_pkey;

create table reads (
  like reads_before including constraints,
  primary key (device_id, read_id, recognized_at)
) partition by range (recognized_at);

-- Makes the months from 14 back to 2 ahead that are missing, and drops those that ended 14 months ago or longer: a read
-- is accepted until it is 13 months old, and may wait a while before it is stored. The service creates and drops nothing
-- itself: it may call this, which runs with its owner's rights. A new month is attached, since `partition of` would lock
-- reads against those who write them. An old one waits for its lock as briefly, and goes with a later call where somebody
-- reads long, such as a backup.
create function keep_read_partitions(now timestamptz) returns void
language plpgsql security definer set search_path = recognition, pg_temp as $$
declare
  this_month constant timestamp := date_trunc('month', now at time zone 'UTC');
  month timestamp;
  name text;
begin
  if not coalesce(isfinite(now), false) then
    raise exception 'the months of reads are kept around a moment' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('recognition.keep_read_partitions', 0));
  for month in select generate_series(this_month - interval '14 months', this_month + interval '2 months', '1 month') loop
    name := 'reads_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(name) is not null;
    execute format('create table %I (like reads including constraints)', name);
    execute format(
      'alter table reads attach partition %I for values from (%L) to (%L)',
      name, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
    );
  end loop;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'reads'::regclass
      and to_date(c.relname, '"reads_"YYYY_MM') + interval '1 month' <= (now at time zone 'UTC') - interval '14 months'
  loop
    begin
      set local lock_timeout = '200ms';
      execute format('drop table %I', name);
    exception when lock_not_available then
      raise notice '% is in use and stays for now', name;
    end;
  end loop;
end
$$;
revoke all on function keep_read_partitions from public;
grant execute on function keep_read_partitions to recognition;

-- The newest first: a call drops what is too old for its own moment.
select keep_read_partitions(month)
from (select distinct date_trunc('month', recognized_at, 'UTC') as month from reads_before order by month desc) as months;
insert into reads select * from reads_before;
drop table reads_before;
select keep_read_partitions(now());
