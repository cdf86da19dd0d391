-- Pictures. The bytes stand in the object store under `images/<id>/`: the picture as `original`, and smaller ones of
-- `widths` pixels. Objects come before their row and go after it, so that what a row names is there.
create table images (
  id uuid primary key,
  owner_kind text not null check (owner_kind in ('device', 'member', 'admin')),
  owner_id uuid not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  widths integer[] not null,
  created_at timestamptz(3) not null default now()
);
create index images_of_owner on images (owner_kind, owner_id, created_at);
create index images_age on images (owner_kind, created_at);
