-- How many uses of a product one visit may record; products stay as they are offered today, with one.
alter table products add column uses_per_stay integer not null default 1 check (uses_per_stay between 1 and 20);
