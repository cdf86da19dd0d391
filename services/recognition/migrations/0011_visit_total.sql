-- How many visits that are not merged there are: the sum of the rows. Each batch adds one, so that batches do not wait for
-- each other, and they are summed up from time to time. Before, the counts of all plates were added up for each page of
-- the list.
create table visit_totals (
  visits bigint not null
);

lock table plates in share row exclusive mode; -- whoever is counting a visit ends first, and it is counted here
insert into visit_totals select coalesce(sum(visits), 0) from plates;
