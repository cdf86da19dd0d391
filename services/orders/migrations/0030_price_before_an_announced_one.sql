-- `price_change.before`: the agreed price in whose place another one was announced. Subscriptions that still cost a raise that was
-- withdrawn, because a lower price took the place of the price to which they return, get that again. Few have earlier prices.
with lost as (
  select u.id, u.earlier_prices -> -1 -> 'price' as price, u.earlier_prices -> -1 -> 'until' as since
  from user_products u
  where u.earlier_prices is not null and u.type = 'subscribe' and u.ended_at is null
    and (u.price_change is null or u.price_change ->> 'id' is not null and u.price_change -> 'before' is null)
    and exists (
      select from price_answers a join price_changes c on c.id = a.price_change_id
      where a.user_product_id = u.id and a.answer = 'accepted' and c.withdrawn_at is not null and c.price = u.price
        and a.old_price = (u.earlier_prices -> -1 ->> 'price')::integer
    )
)
update user_products u set version = u.version + 1, price_change = case
  when u.price_change is null then jsonb_build_object('id', null, 'price', l.price, 'from', l.since, 'notifiedAt', l.since,
    'answer', jsonb_build_object('accepted', true, 'at', l.since))
  else u.price_change || jsonb_build_object('before', jsonb_build_object('price', l.price, 'from', l.since))
end
from lost l where l.id = u.id;
