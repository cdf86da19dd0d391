-- The open orders of a member are counted before each new one.
create index orders_open_of_member on orders (member_id) where state in ('Create', 'Reserved') and renews is null;
