-- Which administrators got data of which members (접속기록, 개인정보의 안전성 확보조치 기준 §8). Found by age, by administrator and by
-- member.
create table access_logs (
  id uuid primary key,
  at timestamptz not null,
  admin_id uuid not null,
  admin_name text not null,
  address text not null,
  action text not null,
  member_ids uuid[] not null check (cardinality(member_ids) > 0),
  request_id text not null
);
create index access_logs_at on access_logs (at, id);
create index access_logs_admin on access_logs (admin_id, at);
create index access_logs_members on access_logs using gin (member_ids);
