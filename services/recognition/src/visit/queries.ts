import { runInOrder, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { jsonColumn } from '../json-columns.ts'
import type { VisitSpan } from '../read/queries.ts'
import type { PlateAtStore } from '../read/read.ts'
import type { StoredVisit } from './visit.ts'

/** The time range of new reads, extended by the window: Unix milliseconds. */
export type Reach = PlateAtStore & { since: number; until: number }
/** Plate, store and time of a read, which identify its visit. */
export type ReadPosition = PlateAtStore & { recognizedAt: number }
export const plateAtStoreKey = ({ storeId, carNumber }: PlateAtStore) => `${storeId} ${carNumber}`

/**
 * Locks these plates' visits at all stores until the transaction ends, so that decisions and counts stay true. Locks
 * are taken in a fixed order, so that two transactions cannot deadlock. Also forces generic plans with index lookups
 * for this transaction: planning each statement took an eighth of a batch's time, and a plan cached while the tables
 * were empty would scan them for as long as it is cached.
 */
export const lockPlates = (tx: Tx, carNumbers: readonly string[]) =>
  runInOrder(
    tx,
    sql`
    select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      count(pg_advisory_xact_lock(key))
    from (
      select hashtextextended(text, 0) as key from ${jsonColumn([...new Set(carNumbers)], (plate) => plate)} as p (text)
      order by key
    ) as keys`,
  )

/**
 * Serialises the corrections of a visit before they lock plates. The plate of an unmerged visit then cannot change
 * until its plates are locked, and no correction needs another plate while it holds locks.
 */
export const lockCorrection = (tx: Tx, id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('correction ' || ${id}::uuid, 0))`)

/** The `stored` visits that `chainReads` needs. Looks up the latest visit first, because usually it is the only one. */
export function visitsInReach(tx: Tx, places: readonly Reach[]) {
  return runInOrder<PlateAtStore & StoredVisit>(
    tx,
    sql`
    select v.id, v.store_id as "storeId", v.car_number as "carNumber", v.device_id as "deviceId",
      ${ms('first_read_at')} as "firstReadAt", ${ms('last_read_at')} as "lastReadAt",
      ${ms('received_at')} as "receivedAt", v.reads, v.late
    from (
      select store_id::uuid, car_number, to_timestamp(since::double precision / 1000) as since,
        to_timestamp(until::double precision / 1000) as until
      from rows from (
        ${jsonColumn(places, ({ storeId }) => storeId)}, ${jsonColumn(places, ({ carNumber }) => carNumber)},
        ${jsonColumn(places, ({ since }) => since)}, ${jsonColumn(places, ({ until }) => until)}
      ) as c (store_id, car_number, since, until)
      offset 0
    ) p
    cross join lateral (
      select * from visits u
      where u.store_id = p.store_id and u.car_number = p.car_number and u.merged_into is null and u.first_read_at <= p.until
      order by u.first_read_at desc limit 1
    ) l
    cross join lateral (
      select l.*
      union all
      select * from visits u
      where l.first_read_at > p.since
        and u.store_id = p.store_id and u.car_number = p.car_number and u.merged_into is null
        and u.first_read_at < l.first_read_at and u.first_read_at >= coalesce((
          select b.first_read_at from visits b
          where b.store_id = p.store_id and b.car_number = p.car_number and b.merged_into is null
            and b.first_read_at <= p.since
          order by b.first_read_at desc limit 1
        ), p.since)
    ) v`,
  )
}

/**
 * Moves a visit to another plate, with its reads and the visits merged into it, and sets that plate's owner. Returns
 * the ids of all moved visits. Does not merge the visit with others of the new plate.
 */
export async function moveVisit(tx: Tx, visit: PlateAtStore & VisitSpan, carNumber: string): Promise<string[]> {
  const [first, last] = [visit.firstReadAt / 1000, visit.lastReadAt / 1000]
  const isBetween = sql`store_id = ${visit.storeId} and car_number = ${visit.carNumber}
    and first_read_at between to_timestamp(${first}) and to_timestamp(${last})`
  const rows = await tx.execute<{ id: string }>(sql`
    with plate as (
      insert into plates as p (car_number, visits)
      select * from (values (${visit.carNumber}, -1), (${carNumber}, 1)) as v (car_number, visits) order by car_number
      on conflict (car_number) do update set visits = p.visits + excluded.visits
      returning car_number, member_id, member_name
    ), moved_reads as (
      update reads set car_number = ${carNumber}
      where store_id = ${visit.storeId} and car_number = ${visit.carNumber} and rejected is null
        and recognized_at between to_timestamp(${first}) and to_timestamp(${last})
    )
    update visits v
    set car_number = p.car_number, member_id = p.member_id, member_name = p.member_name, corrected = true,
      revision = v.revision + 1
    from plate p
    where p.car_number = ${carNumber} and v.id in (
      select id from visits where ${isBetween} and merged_into is null
      union all
      select id from visits where ${isBetween} and merged_into is not null
    )
    returning v.id`)
  return rows.map(({ id }) => id)
}

/** A time column of `v` in Unix milliseconds. */
export const ms = (column: string) => sql`(extract(epoch from v.${sql.identifier(column)}) * 1000)::double precision`
