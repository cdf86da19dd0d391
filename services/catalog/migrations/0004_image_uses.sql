-- What shows a picture, so that the last one that stops doing so is noticed. Cars are the member service's, as it tells them.
create table image_uses (
  image_id uuid not null references images (id) on delete cascade,
  entity text not null check (entity in ('banner', 'product', 'store', 'notice', 'terms', 'car')),
  entity_id uuid not null,
  primary key (entity, entity_id, image_id)
);
create index image_uses_image on image_uses (image_id);

-- Since when nothing shows it; null while something does. Of pictures of devices it says nothing: they go with their reads.
alter table images add column unused_since timestamptz default now();
create index images_unused on images (unused_since) where owner_kind <> 'device' and unused_since is not null;
