import { type SQL, sql } from 'drizzle-orm'

/** The columns of a queued read, without its reason. */
export const queuedColumns = sql`read_id, device_id, store_id, recognized_at, received_at, read_as, raw, confidence, candidates,
  image_id, bounding_box, track_id`

/** The values of these columns, from a read. */
export const queuedValues = (
  read: SQL,
): SQL => sql`${read}.read_id, ${read}.device_id, ${read}.store_id, ${read}.recognized_at,
  ${read}.received_at, ${read}.car_number, ${read}.raw, ${read}.confidence, ${read}.candidates, ${read}.image_id,
  ${read}.bounding_box, ${read}.track_id`

/** The frames of one passing car, by the device that read it. */
export const carPassing = (read: SQL): SQL =>
  sql`${read}.device_id, ${read}.car_number, floor(extract(epoch from ${read}.recognized_at) / 600)`

/** Whether no frame of the passing car is queued or was decided. */
export const isNotQueued = (read: SQL): SQL => sql`not exists (
  select from read_reviews q
  where q.device_id = ${read}.device_id and q.read_as = ${read}.car_number
    and q.recognized_at between ${read}.recognized_at - interval '10 minutes' and ${read}.recognized_at + interval '10 minutes'
)`

const arrived = sql`a`

/**
 * Part of `storeReads`: queues those new reads about which an administrator has to decide. These are rejected reads
 * that could begin a visit, and accepted ones whose reading the same device had corrected before. The frames of one
 * passing car are one row: the clearest frame of a batch, and none if the reading was queued within the last ten
 * minutes.
 */
export const queuedForReview = sql`
  insert into read_reviews (${queuedColumns}, reason)
  select distinct on (${carPassing(arrived)}) ${queuedValues(arrived)},
    case a.rejected when 'plate' then 'notAPlate' when 'confidence' then 'lowConfidence' else coalesce(a.rejected, 'suggested') end
  from (
    select * from arrived a
    where a.n not in (select n from known) and a.direction is distinct from 'out'
      and case when a.rejected is null
        then exists (select from corrections c where c.device_id = a.device_id and c.read_as = a.car_number)
        else a.rejected <> 'direction' end
    offset 0 -- most reads end here, before the lookups below
  ) a
  where not exists (select from devices d where d.id = a.device_id and d.role = 'exit') and ${isNotQueued(arrived)}
  order by ${carPassing(arrived)}, a.confidence desc, a.read_id
  on conflict do nothing`
