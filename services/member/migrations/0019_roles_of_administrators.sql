-- Administrators of earlier versions, and those that an earlier version adds until it is replaced, may do everything.
alter table admins
  add column role text not null default 'owner' check (role in ('owner', 'manager', 'staff', 'accountant')),
  add column store_ids uuid[],
  add constraint admins_owner_has_all_stores check (role <> 'owner' or store_ids is null);
