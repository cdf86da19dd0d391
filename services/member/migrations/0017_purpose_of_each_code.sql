-- The earlier version writes a code without a purpose. Where it replaces a row, that kept the purpose of the code before: a token for
-- joining could be one for a password only. The purpose of a code is what its own statement says, or none. Two triggers, because
-- only one on the column knows whether the statement has it; they run in the order of their names.
create function forget_purpose() returns trigger language plpgsql set search_path from current as $$
begin
  perform set_config('member.purpose', coalesce(new.purpose, ''), true);
  new.purpose := null;
  return new;
end $$;
create trigger phone_verifications_purpose_1 before update of id on phone_verifications
for each row execute function forget_purpose();
create function keep_purpose() returns trigger language plpgsql set search_path from current as $$
begin
  new.purpose := nullif(current_setting('member.purpose', true), '');
  return new;
end $$;
create trigger phone_verifications_purpose_2 before update of purpose on phone_verifications
for each row when (new.id <> old.id) execute function keep_purpose();
