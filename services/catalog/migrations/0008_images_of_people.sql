-- A picture that the business shows stays where the member who sent it leaves: it is an administrator's then, and nobody's by name.
alter table images alter column owner_id drop not null;
alter table images add check (owner_id is not null or owner_kind = 'admin');

-- The last version of each car that told its picture, so that older news of it change nothing. Swept once no older ones can come.
create table car_images (
  car_id uuid primary key,
  version integer not null,
  changed_at timestamptz not null default now()
);

-- Who has left, for as long as an upload of theirs may be on its way.
create table former_members (
  id uuid primary key,
  left_at timestamptz not null default now()
);
