-- A number that changed its owner is released: its earlier member has none until they verify another.
alter table members alter column phone_number drop not null;
-- When the member last proved the number; null while only an earlier version has stored it.
alter table members add column phone_verified_at timestamptz;
