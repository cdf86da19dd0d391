-- `price_change.before`: the agreed price in whose place another one was announced. Subscriptions that still cost a raise that was
-- withdrawn, because a lower price took the place of the price to which they return, get that again. Few have earlier prices.
-- A withdrawal that is not closed is left to the job, which emits events, where no other price is announced.
with accepted as (
  -- The latest consent to each price: a raise may be withdrawn, announced again and accepted.
  select distinct on (a.user_product_id, c.price) a.user_product_id, c.price, a.old_price, c.withdrawn_at, c.closed_at
  from price_answers a join price_changes c on c.id = a.price_change_id
  where a.answer = 'accepted'
  order by a.user_product_id, c.price, a.id desc
), lost as (
  select u.id, u.earlier_prices -> -1 -> 'price' as price, u.earlier_prices -> -1 -> 'until' as since
  from user_products u join accepted a on a.user_product_id = u.id and a.price = u.price
  where u.earlier_prices is not null and u.type = 'subscribe' and u.ended_at is null
    and a.withdrawn_at is not null and a.old_price = (u.earlier_prices -> -1 ->> 'price')::integer
    and (u.price_change is null and a.closed_at is not null
      or u.price_change ->> 'id' is not null and u.price_change -> 'before' is null)
  for update of u -- processes of the version before renew
)
update user_products u set version = u.version + 1, announced_end = null, price_change = case
  when u.price_change is null then jsonb_build_object('id', null, 'price', l.price, 'from', l.since, 'notifiedAt', l.since,
    'answer', jsonb_build_object('accepted', true, 'at', l.since))
  else u.price_change || jsonb_build_object('before', jsonb_build_object('price', l.price, 'from', l.since))
end
from lost l where l.id = u.id;
