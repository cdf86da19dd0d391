-- Who has left: an old event of a plate's owner must not bring the name back, whenever it comes.
create table former_members (
  id uuid primary key,
  left_at timestamptz(3) not null
);

-- What bears a member's name is found by these. Merged visits are few; all others stand in visits_of_member.
create index plates_of_member on plates (member_id) where member_id is not null;
create index merged_visits_of_member on visits (member_id) where merged_into is not null and member_id is not null;
