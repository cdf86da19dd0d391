-- Whether a member's visit used a product, or why not, as the orders service decides: of two decisions the larger version is
-- the newer.
alter table visits
  add column use_decision text,
  add column judged_product_id uuid,
  add column judged_product_name text,
  add column decision_version bigint not null default 0;
-- Visits with one decision, the newest first; most decisions are rare among visits.
create index visits_by_decision on visits (use_decision, first_read_at, id)
where merged_into is null and use_decision is not null;
