-- All banners count their changes together, so that the tag of their list is that of each: a banner's version is the revision
-- of its last change. The row is the lock of those who write banners. A banner that is removed leaves no row; its revision is
-- not given again.
create table banner_revision (
  only_one boolean primary key default true check (only_one),
  revision integer not null
);
insert into banner_revision (revision) values (0);

create table banners (
  id uuid primary key default uuidv7(),
  title text not null,
  image_id uuid not null,
  link_url text,
  display_order integer not null,
  visible boolean not null,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  version integer not null,
  field_versions jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (starts_at < ends_at)
);
create index banners_in_order on banners (display_order, created_at, id);

-- One that is removed keeps its row: orders name it.
create table products (
  id uuid primary key default uuidv7(),
  name text not null,
  description text not null,
  type text not null check (type in ('subscribe', 'onetime')),
  price integer not null check (price between 0 and 100000000),
  billing_months integer check (billing_months between 1 and 12),
  use_limit integer check (use_limit >= 1),
  store_ids uuid[] not null,
  image_id uuid,
  on_sale boolean not null,
  display_order integer not null,
  version integer not null default 1,
  field_versions jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz,
  check ((type = 'subscribe') = (billing_months is not null))
);
create index products_in_order on products (display_order, created_at, id) where deleted_at is null;
-- Written seldom, and asked where a store is to be closed: nothing waits in a list of its own to be indexed.
create index products_of_store on products using gin (store_ids) with (fastupdate = off) where deleted_at is null;
