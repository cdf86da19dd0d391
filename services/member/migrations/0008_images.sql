-- Pictures of members, as the catalog service tells them. One that is gone keeps its row for as long as older news may come.
create table images (
  id uuid primary key,
  member_id uuid references members (id) on delete cascade,
  removed_at timestamptz
);
create index images_member on images (member_id);
create index images_removed on images (removed_at) where removed_at is not null;
create index cars_image on cars (image_id) where image_id is not null;
