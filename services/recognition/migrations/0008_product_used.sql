-- The product that a visit used, as orders tells it: of two events the larger version is the newer. `corrected`: an
-- administrator moved the visit here from another plate. Neither tells who it was.
alter table visits
  add column product_name text,
  add column remaining_uses integer,
  add column used_version integer not null default 0,
  add column corrected boolean not null default false;
