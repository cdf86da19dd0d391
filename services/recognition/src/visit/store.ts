import type { Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { StoredVisit, VisitChange } from './visit.ts'

/** A plate at a store. */
export type Place = { storeId: string; carNumber: string }
/** Its new reads' first and last instant and how far past them a visit is still in reach: Unix milliseconds. */
export type Reach = Place & { since: number; until: number }
/** A read of a plate at a store at an instant: it names the visit that it fell into. */
export type Spot = Place & { recognizedAt: number }
/** A visit's first and last read: Unix milliseconds. */
type Ends = { firstReadAt: number; lastReadAt: number }
export type PlacedChange = Place & VisitChange

/** What no other transaction may touch until this one ends. */
export const placeKey = ({ storeId, carNumber }: Place) => `${storeId} ${carNumber}`

/**
 * Keeps other transactions off these places and reads until this one ends: what is decided from what was read stays true.
 * Locks are taken in one order, so that two transactions cannot wait for each other. Plans are made once and look rows up
 * by index, whatever the statistics said at that moment: to plan anew took an eighth of a batch's time, and a plan made
 * while the tables were empty would scan them for as long as it is kept.
 * @param readIds whose reads are to be stored; 64 bits of each will do, since a lock too many only waits
 */
export const lockPlaces = (tx: Tx, places: readonly Place[], readIds: readonly string[] = []) =>
  tx.execute(sql`
    select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      count(pg_advisory_xact_lock(key))
    from (
      select hashtextextended(text, 0) as key
      from json_array_elements_text(${JSON.stringify([...new Set(places.map(placeKey))])}::text::json) as p (text)
      union
      select ('x' || text)::bit(64)::bigint
      from json_array_elements_text(${JSON.stringify(readIds.map(lastBits))}::text::json) as r (text)
      order by key
    ) as keys`)

/** The last 64 bits of a UUID, hex: random in every version that devices use. */
const lastBits = (id: string) => `${id.slice(19, 23)}${id.slice(24)}`

/**
 * Lets corrections of a visit come one after the other, each before it locks places: an unmerged visit's plate stays what
 * it is until then, and none needs another place while it holds some.
 */
export const lockCorrection = (tx: Tx, id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('correction ' || ${id}::uuid, 0))`)

/** The visits that new reads can reach, as `chainReads` asks for them. */
export function visitsInReach(tx: Tx, places: readonly Reach[]) {
  return tx.execute<Place & StoredVisit>(sql`
    select v.id, v.store_id as "storeId", v.car_number as "carNumber", v.device_id as "deviceId",
      ${ms('first_read_at')} as "firstReadAt", ${ms('last_read_at')} as "lastReadAt",
      ${ms('received_at')} as "receivedAt", v.reads, v.late
    from json_to_recordset(${JSON.stringify(places)}::text::json) as p (
      "storeId" uuid, "carNumber" text, since double precision, until double precision
    )
    cross join lateral (
      select * from visits v
      where v.store_id = p."storeId" and v.car_number = p."carNumber" and v.merged_into is null
        and v.first_read_at <= to_timestamp(p.until / 1000)
        and v.first_read_at >= coalesce((
          select b.first_read_at from visits b
          where b.store_id = p."storeId" and b.car_number = p."carNumber" and b.merged_into is null
            and b.first_read_at <= to_timestamp(p.since / 1000)
          order by b.first_read_at desc limit 1
        ), to_timestamp(p.since / 1000))
      offset 0
    ) v`)
}

/** Stores what was decided in one statement, counters and owners' names included. Gives the ids of all changed visits. */
export async function storeVisits(tx: Tx, changes: readonly PlacedChange[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    with change as materialized (
      select c.*, to_timestamp("firstReadAt" / 1000) as first_read_at, to_timestamp("lastReadAt" / 1000) as last_read_at,
        to_timestamp("receivedAt" / 1000) as received_at
      from json_to_recordset(${JSON.stringify(changes)}::text::json) as c (
        id uuid, "storeId" uuid, "carNumber" text, "deviceId" uuid, "firstReadAt" double precision,
        "lastReadAt" double precision, "receivedAt" double precision, reads integer, late boolean, absorbed uuid[]
      )
    ), plate as (
      insert into plates as p (car_number, visits)
      select "carNumber", sum((id is null)::integer - cardinality(absorbed)) from change
      where id is null or cardinality(absorbed) > 0
      group by "carNumber" order by "carNumber"
      on conflict (car_number) do update set visits = p.visits + excluded.visits
      returning car_number, member_id, member_name
    ), begun as (
      insert into visits (
        store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, member_id, member_name
      )
      select c."storeId", c."carNumber", c."deviceId", c.first_read_at, c.last_read_at, c.received_at, c.reads, c.late,
        p.member_id, p.member_name
      from change c join plate p on p.car_number = c."carNumber" where c.id is null
      returning id
    ), lengthened as (
      update visits v set device_id = c."deviceId", first_read_at = c.first_read_at, last_read_at = c.last_read_at,
        received_at = c.received_at, reads = c.reads, late = c.late, revision = v.revision + 1
      from change c where v.id = c.id
      returning v.id
    ), merged as (
      update visits v set merged_into = c.id, revision = v.revision + 1
      from change c cross join unnest(c.absorbed) as a (id) where v.id = a.id
      returning v.id
    )
    select id from begun union all select id from lengthened union all select id from merged`)
  return rows.map(({ id }) => id)
}

/**
 * Moves a visit to another plate with its reads and with the visits that were merged into it: all lie between its ends.
 * They become that plate's owner's. Gives the ids of all that moved; what the visit joins there is not decided here.
 */
export async function moveVisit(tx: Tx, visit: Place & Ends, carNumber: string): Promise<string[]> {
  const [first, last] = [visit.firstReadAt / 1000, visit.lastReadAt / 1000]
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
    set car_number = p.car_number, member_id = p.member_id, member_name = p.member_name, revision = v.revision + 1
    from plate p
    where p.car_number = ${carNumber} and v.store_id = ${visit.storeId} and v.car_number = ${visit.carNumber}
      and v.first_read_at between to_timestamp(${first}) and to_timestamp(${last})
    returning v.id`)
  return rows.map(({ id }) => id)
}

/** An instant of `v` in Unix milliseconds. */
export const ms = (column: string) => sql`(extract(epoch from v.${sql.identifier(column)}) * 1000)::double precision`
