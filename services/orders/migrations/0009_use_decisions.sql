-- `decision`: whether the visit used a product, or why not, as emitted last; null before the first time. Of two decisions of a
-- visit the one with the larger version is newer: a decision takes its version under the visit's lock.
alter table visits add column decision jsonb;
create sequence use_decision_versions as bigint;
-- A product that became usable is used by visits that began shortly before. ISO times in UTC are in order as texts.
create index visits_of_member on visits ((visit ->> 'memberId'), ((visit ->> 'recognizedAt') collate "C"));
