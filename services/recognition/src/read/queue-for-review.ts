import { sql } from 'drizzle-orm'

/**
 * Part of `storeReads`: queues those of the new reads about which an administrator decides. These are rejected reads that
 * could begin a visit, and accepted ones whose reading the same device had corrected before. The frames of one passing car
 * are one row: the clearest of a batch, and none if the reading was queued within ten minutes.
 */
export const queuedForReview = sql`
  insert into read_reviews (
    read_id, device_id, store_id, recognized_at, received_at, read_as, raw, confidence, candidates, image_id, bounding_box,
    track_id, reason
  )
  select distinct on (a.device_id, a.car_number, floor(extract(epoch from a.recognized_at) / 600))
    a.read_id, a.device_id, a.store_id, a.recognized_at, a.received_at, a.car_number, a.raw, a.confidence, a.candidates,
    a.image_id, a.bounding_box, a.track_id,
    case a.rejected when 'plate' then 'notAPlate' when 'confidence' then 'lowConfidence' else coalesce(a.rejected, 'suggested') end
  from (
    select * from arrived a
    where a.n not in (select n from known) and a.direction is distinct from 'out'
      and case when a.rejected is null
        then exists (select from corrections c where c.device_id = a.device_id and c.read_as = a.car_number)
        else a.rejected <> 'direction' end
    offset 0 -- most reads end here, before the lookups below
  ) a
  where not exists (select from devices d where d.id = a.device_id and d.role = 'exit')
    and not exists (
      select from read_reviews r
      where r.device_id = a.device_id and r.read_as = a.car_number
        and r.recognized_at between a.recognized_at - interval '10 minutes' and a.recognized_at + interval '10 minutes'
    )
  order by a.device_id, a.car_number, floor(extract(epoch from a.recognized_at) / 600), a.confidence desc, a.read_id
  on conflict do nothing`
