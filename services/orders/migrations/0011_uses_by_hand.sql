-- An administrator used the product: the use stays also where the plate of the visit turns out to be doubtful.
alter table use_logs add column by_hand boolean not null default false;
