-- The crops of number plates that were made of an image, by the names of their objects, so that they are deleted with it.
alter table images add column crops text[] not null default '{}';
