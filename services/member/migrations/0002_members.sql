-- Members sign in by password (KINGCAR) or by what their provider calls them. An email that a provider told is no key.
alter table members
  add column password_hash text,
  add column social_subject text,
  -- What ends our grant at the provider when the member leaves; encrypted.
  add column social_grant text,
  -- When the provider last proved the account.
  add column linked_at timestamptz,
  add column field_versions jsonb not null default '{}',
  add constraint members_identity check ((provider = 'KINGCAR') = (social_subject is null)),
  add constraint members_phone check (phone_number ~ '^\+8210[0-9]{8}$');
create unique index members_email on members (lower(email)) where provider = 'KINGCAR';
create unique index members_social on members (provider, social_subject) where social_subject is not null;
alter table cars add column field_versions jsonb not null default '{}';

-- Who has left: that there was somebody, and nothing of whom.
create table former_members (
  id uuid primary key,
  provider text not null,
  joined_at timestamptz not null,
  left_at timestamptz not null
);

-- Terms, as the catalog service tells them.
create table terms (
  id uuid primary key,
  type text not null,
  version integer not null,
  title text not null,
  required boolean not null,
  effective_at timestamptz not null,
  removed boolean not null,
  revision integer not null
);
create index terms_in_force on terms (type, effective_at desc, version desc) where not removed;

-- Kept as a proof when the member leaves: it names nobody then.
create table agreements (
  id uuid primary key default uuidv7(),
  member_id uuid not null,
  terms_id uuid not null,
  type text not null,
  version integer not null,
  title text not null,
  required boolean not null,
  channel text not null check (channel in ('join', 'me')),
  agreed_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index agreements_standing on agreements (member_id, terms_id) where withdrawn_at is null;

-- Work that leaves the process (src/task/tasks.ts): done after the commit, tried again until it is done or of no use.
create table tasks (
  id uuid primary key default uuidv7(),
  task jsonb not null,
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  give_up_at timestamptz not null
);
create index tasks_run_at on tasks (run_at);

-- Search by name: every one and two characters of it, and of its initial consonants (초성: 홍길동 → ㅎㄱㄷ).
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
alter table members add column name_grams text[] generated always as (grams_of(name)) stored;
create index members_name_grams on members using gin (name_grams);
create index members_phone_end on members (right(phone_number, 4));
create index members_email_start on members (lower(email) text_pattern_ops);
create index members_created_at on members (created_at, id);
create index members_name on members (name, id);
create index cars_number_end on cars (right(car_number, 4));
