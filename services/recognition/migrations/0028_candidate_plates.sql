-- The legal plates among the candidates of a read, normalised: reads of these plates near it can make it doubtful, and it them.
alter table reads add column candidate_plates text[];
-- The candidates of accepted reads near another one. Reads without candidates are not in it.
create index reads_with_candidates on reads (store_id, recognized_at) where candidate_plates is not null and rejected is null;
-- Stores with such reads: reads of others need no look-up of candidates.
create table candidate_stores (store_id uuid primary key);
