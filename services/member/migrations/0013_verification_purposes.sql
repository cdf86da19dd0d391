-- What a code and its token are for; null for each purpose, as the earlier version sends them.
alter table phone_verifications add column purpose text;
alter table verification_tokens add column purpose text;
-- The use of a token ends the others of its number.
create index verification_tokens_phone_number on verification_tokens (phone_number);
