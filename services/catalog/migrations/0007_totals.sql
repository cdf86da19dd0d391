-- How many rows a list has, so that nobody counts a million of them for one page: all that are kept, and those of them that
-- members may see. The database keeps it itself, once a statement, whoever writes. Its row is locked until the transaction
-- ends; one row an entity, taken after the row that is written, so that no two writers wait for each other.
create table totals (
  entity text primary key,
  kept bigint not null check (kept >= 0),
  shown bigint not null check (shown between 0 and kept)
);

-- Arguments: the conditions under which a row of the table is kept, and shown.
create function keep_totals() returns trigger language plpgsql set search_path from current as $$
declare
  counting constant text := format('select count(*) filter (where %s), count(*) filter (where %s) from ', tg_argv[0], tg_argv[1]);
  more_kept bigint := 0;
  more_shown bigint := 0;
  less_kept bigint := 0;
  less_shown bigint := 0;
begin
  if tg_op = 'TRUNCATE' then
    update totals set kept = 0, shown = 0 where entity = tg_table_name;
    return null;
  end if;
  if tg_op <> 'DELETE' then
    execute counting || 'added' into more_kept, more_shown;
  end if;
  if tg_op <> 'INSERT' then
    execute counting || 'removed' into less_kept, less_shown;
  end if;
  if more_kept <> less_kept or more_shown <> less_shown then
    update totals set kept = kept + more_kept - less_kept, shown = shown + more_shown - less_shown
    where entity = tg_table_name;
  end if;
  return null;
end
$$;

-- Of notices `shown` counts the scheduled ones, too; who reads it takes away those whose moment has not come.
create trigger notices_inserted after insert on notices referencing new table as added
  for each statement execute function keep_totals('true', 'published_at is not null');
create trigger notices_updated after update on notices referencing old table as removed new table as added
  for each statement execute function keep_totals('true', 'published_at is not null');
create trigger notices_deleted after delete on notices referencing old table as removed
  for each statement execute function keep_totals('true', 'published_at is not null');
create trigger notices_truncated after truncate on notices
  for each statement execute function keep_totals('true', 'published_at is not null');

create trigger stores_inserted after insert on stores referencing new table as added
  for each statement execute function keep_totals('deleted_at is null', 'visible and deleted_at is null');
create trigger stores_updated after update on stores referencing old table as removed new table as added
  for each statement execute function keep_totals('deleted_at is null', 'visible and deleted_at is null');
create trigger stores_deleted after delete on stores referencing old table as removed
  for each statement execute function keep_totals('deleted_at is null', 'visible and deleted_at is null');
create trigger stores_truncated after truncate on stores
  for each statement execute function keep_totals('deleted_at is null', 'visible and deleted_at is null');

insert into totals (entity, kept, shown)
select 'notices', count(*), count(published_at) from notices
union all
select 'stores', count(*) filter (where deleted_at is null), count(*) filter (where visible and deleted_at is null) from stores;

create index stores_visible_name on stores (name, id) where visible and deleted_at is null;
