-- First, as imports and deletions do: one that has the lock and waits for the table would wait for this migration, and this for it.
select pg_advisory_xact_lock(hashtextextended('orders settlement files', 0));

-- Sums of settlement rows by day, so that the totals of files read days, not rows.
create table settlement_figures (
  day date primary key,
  rows bigint not null,
  paid bigint not null,
  refunded bigint not null,
  fee bigint not null,
  settled bigint not null
);

-- Rows are added and deleted under one advisory lock; of a row that is stored again only `file_id` changes.
create function count_settlement_rows() returns trigger language plpgsql set search_path from current as $$
declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into settlement_figures as f
  select day, sign * count(*), sign * coalesce(sum(amount) filter (where movement = 'paid'), 0),
    sign * coalesce(sum(amount) filter (where movement = 'refunded'), 0), sign * sum(fee + vat), sign * sum(settled)
  from changed group by day order by day
  on conflict (day) do update set rows = f.rows + excluded.rows, paid = f.paid + excluded.paid,
    refunded = f.refunded + excluded.refunded, fee = f.fee + excluded.fee, settled = f.settled + excluded.settled;
  return null;
end
$$;
create trigger settlement_rows_added after insert on settlement_rows referencing new table as changed
  for each statement execute function count_settlement_rows();
create trigger settlement_rows_deleted after delete on settlement_rows referencing old table as changed
  for each statement execute function count_settlement_rows();

create function recount_settlements() returns void language sql set search_path from current
begin atomic
  select pg_advisory_xact_lock(hashtextextended('orders settlement files', 0)); -- of imports and deletions
  delete from settlement_figures;
  insert into settlement_figures
  select day, count(*), coalesce(sum(amount) filter (where movement = 'paid'), 0),
    coalesce(sum(amount) filter (where movement = 'refunded'), 0), sum(fee + vat), sum(settled)
  from settlement_rows group by day;
end;
select recount_settlements();

-- Sums that differ from a count of the rows, of days that begin in this time.
create function wrong_settlement_figures(since timestamptz, until timestamptz)
returns table (day date, rows numeric, paid numeric, refunded numeric, fee numeric, settled numeric)
language sql stable set search_path from current
begin atomic
  select d.day, sum(d.rows), sum(d.paid), sum(d.refunded), sum(d.fee), sum(d.settled)
  from (
    select r.day, 1 as rows, r.amount * (r.movement = 'paid')::integer as paid,
      r.amount * (r.movement = 'refunded')::integer as refunded, r.fee + r.vat as fee, r.settled
    from settlement_rows r
    union all
    select f.day, -f.rows, -f.paid, -f.refunded, -f.fee, -f.settled from settlement_figures f
  ) d
  where d.day >= (since at time zone 'Asia/Seoul')::date and d.day < (until at time zone 'Asia/Seoul')::date
  group by d.day
  having (sum(d.rows), sum(d.paid), sum(d.refunded), sum(d.fee), sum(d.settled)) <> (0, 0, 0, 0, 0);
end;

-- For the number of cards that a member tried in an hour.
create index cards_tried on cards (member_id, created_at);
