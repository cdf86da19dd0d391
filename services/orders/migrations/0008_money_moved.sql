-- When money moved, by the provider, which may be long before KingCar noticed it; null is `at`, also in rows of an earlier version
-- that still runs. Past payments get the provider's time, as far as the ledger has it.
alter table ledger add column moved_at timestamptz(3);
update ledger set moved_at = (payment ->> 'paidAt')::timestamptz
where paid <> 0 and (payment ->> 'paidAt')::timestamptz <> at;
drop index ledger_of_money;
create index ledger_of_money on ledger (coalesce(moved_at, at)) include (paid, refunded, moved_at, at)
  where paid <> 0 or refunded <> 0;
