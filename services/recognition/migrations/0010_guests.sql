-- Guests' visits in the order of the list, those of members who have left too: most are members', and to find or to count the
-- others would read them all. It is written once a guest's visit, and as it becomes a member's or its member leaves; no read
-- that only lengthens a visit touches it.
create index visits_of_guests on visits (first_read_at, id) include (store_id)
where merged_into is null and member_name is null;
