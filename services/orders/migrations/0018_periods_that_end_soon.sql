-- Which end of a period was announced to the member, and whether it was announced as a renewal. A renewal that is stopped or resumed
-- afterwards is announced again.
alter table user_products add column announced_end timestamptz, add column announced_renewal boolean;
