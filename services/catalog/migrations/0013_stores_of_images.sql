-- The store of the recognizer that uploaded an image, so that administrators of certain stores see the images of their reads.
-- It is unknown for earlier images, which administrators of all stores see.
alter table images add column store_id uuid;
