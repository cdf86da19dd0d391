-- The lock and the count in one statement of the client: each statement within the function sees what was committed before it.
create function count_open_orders(member uuid) returns integer language plpgsql set search_path from current as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('orders open ' || member, 0));
  return (
    select count(*) from orders where member_id = member and state in ('Create', 'Reserved') and renews is null
  );
end
$$;
