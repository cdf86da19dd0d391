-- A device's id of a read is known for as long as reads are kept. A table of its own instead of a key in each month: an id
-- is looked for once and not seventeen times, and needs no lock where two processes store it at one moment.
lock table reads in access exclusive mode; -- whoever is writing one ends first, and its id is among the others
create table read_ids (
  device_id uuid not null,
  read_id uuid not null,
  recognized_at timestamptz(3) not null,
  content_hash bytea not null
);
insert into read_ids
select distinct on (device_id, read_id) device_id, read_id, recognized_at, content_hash from reads
order by device_id, read_id, received_at;
alter table read_ids add primary key (read_id, device_id);

alter table reads drop constraint reads_pkey;
alter table reads drop column content_hash;

-- A plate at an instant is at one store: without the store the index is a third smaller.
drop index reads_of_visit;
create index reads_of_visit on reads (car_number, recognized_at) where rejected is null;

-- As before; and tells the end of the latest month that it dropped, whose ids may go too. Null where it dropped none.
drop function keep_read_partitions;
create function keep_read_partitions(now timestamptz) returns timestamptz
language plpgsql security definer set search_path = recognition, pg_temp as $$
declare
  this_month constant timestamp := date_trunc('month', now at time zone 'UTC');
  month timestamp;
  dropped timestamp;
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
  for name, month in
    select c.relname, to_date(c.relname, '"reads_"YYYY_MM') + interval '1 month'
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reads'::regclass
  loop
    continue when month > (now at time zone 'UTC') - interval '14 months';
    begin
      set local lock_timeout = '200ms';
      execute format('drop table %I', name);
      dropped := greatest(dropped, month);
    exception when lock_not_available then
      raise notice '% is in use and stays for now', name;
    end;
  end loop;
  return dropped at time zone 'UTC';
end
$$;
revoke all on function keep_read_partitions from public;
grant execute on function keep_read_partitions to recognition;

-- A visit changes with each of its reads: with room beside it, it stays on its page and its indexes stay as they are.
alter table visits set (fillfactor = 60);
