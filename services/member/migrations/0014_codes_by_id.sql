-- Each code that was sent, with the wrong tries of the callers who have its id: no other caller can use them up, and a later code
-- does not replace it. `phone_verifications` keeps the latest code of a number, which is checked without an id.
create table phone_codes (
  id uuid primary key,
  provider text not null,
  phone_number text not null,
  purpose text,
  wrong_tries integer not null default 0,
  expires_at timestamptz not null
);
create index phone_codes_phone_number on phone_codes (phone_number);
create index phone_codes_expires_at on phone_codes (expires_at);
insert into phone_codes (id, provider, phone_number, purpose, expires_at)
select id, provider, phone_number, purpose, expires_at from phone_verifications;

-- The earlier version sends and uses codes in `phone_verifications` alone.
create function copy_phone_code() returns trigger language plpgsql set search_path from current as $$
begin
  insert into phone_codes (id, provider, phone_number, purpose, expires_at)
  values (new.id, new.provider, new.phone_number, new.purpose, new.expires_at)
  on conflict do nothing;
  return null;
end $$;
create trigger phone_verifications_sent after insert or update of id on phone_verifications
for each row execute function copy_phone_code();
create function delete_phone_code() returns trigger language plpgsql set search_path from current as $$
begin
  delete from phone_codes where id = old.id;
  return null;
end $$;
create trigger phone_verifications_used after delete on phone_verifications
for each row execute function delete_phone_code();
