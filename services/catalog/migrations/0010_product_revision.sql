-- All products count their changes together from now on, as banners do, so that the tag of their list is that of each. The
-- revision begins where no product is ahead of it. The row is the lock of those who write products.
create table product_revision (
  only_one boolean primary key default true check (only_one),
  revision integer not null
);
insert into product_revision (revision) select coalesce(max(version), 1) from products;
