-- Guests' visits in the order of the list: most are members', and to find or to count the others would read them all. It is
-- written once a guest's visit, and as it becomes a member's; no read that only lengthens a visit touches it.
create index visits_of_guests on visits (first_read_at, id) where merged_into is null and member_id is null;
