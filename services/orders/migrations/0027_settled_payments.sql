-- A corrected settlement file may have a payment on another day.
create index settlement_rows_of_payment on settlement_rows (payment_uid);
