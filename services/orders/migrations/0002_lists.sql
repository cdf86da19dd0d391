-- Search by name, as the member service does it: every one and two characters of it, and of its initial consonants
-- (초성: 홍길동 → ㅎㄱㄷ), without spaces.
create function initials_of(name text) returns text language sql immutable strict parallel safe
begin atomic
  select string_agg(
    case
      when ascii(letter) between 44032 and 55203 -- 가 to 힣: 588 syllables for each initial
        then substr('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', (ascii(letter) - 44032) / 588 + 1, 1)
      else lower(letter)
    end, '' order by position)
  from regexp_split_to_table(name, '') with ordinality as letters (letter, position);
end;
create function grams_of(name text) returns text[] language sql immutable strict parallel safe
begin atomic
  select array_agg(distinct substr(form, start, length))
  from unnest(array[lower(name), initials_of(name)]) as form,
    generate_series(1, char_length(form)) as start,
    generate_series(1, 2) as length
  where start + length - 1 <= char_length(form);
end;
alter table members add column name_grams text[] generated always as (grams_of(replace(name, ' ', ''))) stored;
create index members_name_grams on members using gin (name_grams);
create index members_phone on members (phone_number);
create index members_phone_end on members (right(phone_number, 4));
create index members_email_start on members (lower(email) text_pattern_ops);
create index cars_by_number_end on cars (right(car_number, 4)) where not removed;

-- What lists are sorted and narrowed by. The id breaks ties.
create index orders_by_payment on orders (paid_at, id);
create index orders_by_amount on orders (amount, id);
create index orders_of_state on orders (state, created_at, id);
create index user_products_by_start on user_products (starts_at, id);
create index user_products_by_end on user_products (ends_at, id);
create index user_products_of_state on user_products (state, created_at, id);
create index user_products_of_type on user_products (product_id, created_at, id);

-- Revenue is added up within the index.
drop index ledger_of_money;
create index ledger_of_money on ledger (at) include (paid, refunded) where paid <> 0 or refunded <> 0;

-- How many rows a list has, so that nobody counts a million of them for one page. The database keeps it itself, once a
-- statement, in one of some rows: two that write at the same moment seldom wait for each other.
create table totals (
  entity text not null,
  part smallint not null,
  kept bigint not null,
  primary key (entity, part)
);

create function keep_total() returns trigger language plpgsql set search_path from current as $$
declare
  change bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from totals where entity = tg_table_name;
    return null;
  end if;
  if tg_op = 'INSERT' then
    select count(*) into change from added;
  else
    select -count(*) into change from removed;
  end if;
  if change <> 0 then
    insert into totals (entity, part, kept) values (tg_table_name, pg_backend_pid() % 16, change)
    on conflict (entity, part) do update set kept = totals.kept + excluded.kept;
  end if;
  return null;
end
$$;

create trigger orders_inserted after insert on orders referencing new table as added
  for each statement execute function keep_total();
create trigger orders_deleted after delete on orders referencing old table as removed
  for each statement execute function keep_total();
create trigger orders_truncated after truncate on orders for each statement execute function keep_total();

create trigger user_products_inserted after insert on user_products referencing new table as added
  for each statement execute function keep_total();
create trigger user_products_deleted after delete on user_products referencing old table as removed
  for each statement execute function keep_total();
create trigger user_products_truncated after truncate on user_products for each statement execute function keep_total();

create trigger use_logs_inserted after insert on use_logs referencing new table as added
  for each statement execute function keep_total();
create trigger use_logs_deleted after delete on use_logs referencing old table as removed
  for each statement execute function keep_total();
create trigger use_logs_truncated after truncate on use_logs for each statement execute function keep_total();

insert into totals (entity, part, kept)
select 'orders', 0, count(*) from orders
union all select 'user_products', 0, count(*) from user_products
union all select 'use_logs', 0, count(*) from use_logs;
