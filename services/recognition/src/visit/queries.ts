import { runInOrder, sendInOrder, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { jsonColumn } from '../json-columns.ts'
import { plateClass } from '../plate/misreadings.ts'
import { isLinkTo, isOfClass, isOfPlate, ms, type VisitSpan } from '../read/queries.ts'
import type { PlateAtStore } from '../read/read.ts'
import { type Track, trackKey } from '../read/track.ts'
import { isDeparture, longestStay, longestWindow } from './departure.ts'
import { maxEvidence, type NearPlate } from './doubt.ts'
import { type Departures, plateAtStoreKey, type VisitOfPlate } from './rearrange.ts'

/** The time range of new reads, extended by the revisit time: Unix milliseconds. */
export type Reach = PlateAtStore & {
  since: number
  until: number
  /** The last of the new reads. */
  last: number
}
/** Plate, store and time of a read, which identify its visit. */
export type ReadPosition = PlateAtStore & { recognizedAt: number; ownWindowMs?: number | null }
/**
 * Locks the visits of these plates and of their lookalikes at all stores, and these tracks, until the transaction ends,
 * so that decisions and counts stay true. Locks are taken in a fixed order, so that two transactions cannot deadlock: a
 * transaction takes all of its locks with one call. Also forces generic plans with index lookups for this transaction:
 * planning each statement took an eighth of a batch's time, and a plan that was cached while the tables were empty
 * would scan them. Compilation (`jit`) is off: PostgreSQL estimates a high cost for such plans, and compiling took a
 * hundred times as long as the statement.
 */
export const lockPlates = (tx: Tx, carNumbers: readonly string[], tracks: readonly Track[] = []) =>
  runInOrder(
    tx,
    sql`
    select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true),
      count(pg_advisory_xact_lock(key))
    from (
      select hashtextextended(text, 0) as key from ${jsonColumn([...new Set([...carNumbers.map(plateClass), ...tracks.map(trackKey)])], (text) => text)} as p (text)
      order by key
    ) as keys`,
  )

/**
 * Serialises the corrections of a visit before they lock plates. The plate of an unmerged visit then cannot change
 * until its plates are locked, and no correction needs another plate while it holds locks. Sent without waiting.
 */
export const lockCorrection = (tx: Tx, id: string) =>
  sendInOrder(tx, sql`select pg_advisory_xact_lock(hashtextextended('correction ' || ${id}::uuid, 0))`)

/** The ranges in which visits can change because of these reads, by plate and store. */
export function reachOf(reads: readonly ReadPosition[], revisitMs: number): Reach[] {
  return [...Map.groupBy(reads, plateAtStoreKey).values()].map((group) => {
    const [{ storeId, carNumber }] = group as [ReadPosition]
    const times = group.map(({ recognizedAt }) => recognizedAt)
    const ends = group.map(({ recognizedAt, ownWindowMs }) => recognizedAt + (ownWindowMs ?? revisitMs))
    return { storeId, carNumber, since: Math.min(...times), until: Math.max(...ends), last: Math.max(...times) }
  })
}

type Row = Omit<VisitOfPlate, 'id' | 'firstReadAt' | 'ownWindow'> & {
  id: string | null
  firstReadAt: number | null
  ownUntil: number | null
  plainAt: number | null
  other: string | null
  hasCandidates: boolean
}

/** The stored data that `chainReads` needs. */
export type InReach = {
  stored: VisitOfPlate[]
  departures: Departures
  near: NearPlate[]
}

/**
 * The visits and departures that `chainReads` needs. Looks up the latest visit first, because usually it is the only
 * one. Further look-ups find the departures since that visit and up to the end of the longest stay, as rows without an
 * id, and the other plates of the class that were read near, as rows without a time. `hasCandidates` marks the plates
 * at stores whose reads have candidates. `offset 0` keeps these index look-ups, even if the plan was made for empty
 * tables.
 */
export async function visitsInReach(tx: Tx, places: readonly Reach[], lookalikeMs: number): Promise<InReach> {
  const nearby = sql`make_interval(secs => ${lookalikeMs / 1000}::double precision)`
  const rows = await runInOrder<Row>(
    tx,
    sql`
    with p as (
      select store_id::uuid, car_number, to_timestamp(since::double precision / 1000) as since,
        to_timestamp(until::double precision / 1000) as until, to_timestamp(last::double precision / 1000) as last
      from rows from (
        ${jsonColumn(places, ({ storeId }) => storeId)}, ${jsonColumn(places, ({ carNumber }) => carNumber)},
        ${jsonColumn(places, ({ since }) => since)}, ${jsonColumn(places, ({ until }) => until)},
        ${jsonColumn(places, ({ last }) => last)}
      ) as c (store_id, car_number, since, until, last)
      offset 0
    ), reach as materialized (
      select p.*, l.id, l.first_read_at, l.last_read_at, l.device_id, l.received_at, l.reads, l.late, l.own_until, l.plain_at
      from p left join lateral (
        select * from visits u
        where u.store_id = p.store_id and u.car_number = p.car_number and u.merged_into is null and u.first_read_at <= p.until
        order by u.first_read_at desc limit 1
      ) l on true
    )
    select v.id, p.store_id as "storeId", p.car_number as "carNumber", v.device_id as "deviceId",
      ${ms('first_read_at')} as "firstReadAt", ${ms('last_read_at')} as "lastReadAt",
      ${ms('received_at')} as "receivedAt", v.reads, v.late,
      ${ms('own_until')} as "ownUntil", ${ms('plain_at')} as "plainAt", null as other, false as "hasCandidates"
    from reach p cross join lateral (
      select p.id, p.device_id, p.first_read_at, p.last_read_at, p.received_at, p.reads, p.late, p.own_until, p.plain_at
      union all
      select u.id, u.device_id, u.first_read_at, u.last_read_at, u.received_at, u.reads, u.late, u.own_until, u.plain_at
      from visits u
      where p.first_read_at > p.since
        and u.store_id = p.store_id and u.car_number = p.car_number and u.merged_into is null
        and u.first_read_at < p.first_read_at and u.first_read_at >= coalesce((
          select b.first_read_at from visits b
          where b.store_id = p.store_id and b.car_number = p.car_number and b.merged_into is null
            and b.first_read_at <= p.since
          order by b.first_read_at desc limit 1
        ), p.since)
    ) v
    where p.id is not null
    union all
    select null, p.store_id, p.car_number, null, ${ms('recognized_at', 'r')}, null, null, null, null, null, null, null, false
    from reach p cross join lateral (
      select recognized_at from reads r
      where r.store_id = p.store_id and r.car_number = p.car_number and ${isDeparture}
        and r.recognized_at >= least(p.since, greatest(
          p.since - ${longestWindow}, case when p.first_read_at <= p.since then p.last_read_at end
        ))
        and r.recognized_at <= greatest(p.until, p.last + ${longestStay})
      offset 0
    ) r
    union all
    select null, p.store_id, p.car_number, null, null, null, null, null, null, null, null, r.car_number, false
    from reach p cross join lateral (
      select car_number from reads r
      where ${isOfClass(sql`p.store_id`, sql`p.car_number`)} and r.car_number <> p.car_number
        and r.recognized_at between p.since - ${nearby} and p.last + ${nearby}
      limit ${maxEvidence}
    ) r
    where ${lookalikeMs}::double precision > 0
    union all
    select null, p.store_id, p.car_number, null, null, null, null, null, null, null, null, null, true
    from p join candidate_stores s on s.store_id = p.store_id
    where ${lookalikeMs}::double precision > 0`,
  )
  const stored = rows.flatMap(
    ({ id, firstReadAt, ownUntil, plainAt, other: _, hasCandidates: __, ...row }): VisitOfPlate[] => {
      if (id === null || firstReadAt === null) return []
      const visit = { ...row, id, firstReadAt }
      return [ownUntil === null ? visit : { ...visit, ownWindow: { until: ownUntil, plainAt } }]
    },
  )
  const others = rows.filter(({ id }) => id === null)
  const left = others.flatMap(({ storeId, carNumber, firstReadAt }) =>
    firstReadAt === null ? [] : [{ storeId, carNumber, at: firstReadAt }],
  )
  const departures = new Map(
    [...Map.groupBy(left, plateAtStoreKey)].map(([key, reads]) => [key, reads.map(({ at }) => at)]),
  )
  const near = others.flatMap(({ storeId, carNumber, other }) =>
    other === null ? [] : [{ storeId, carNumber, other }],
  )
  const keys = new Set(others.filter(({ hasCandidates }) => hasCandidates).map(plateAtStoreKey))
  const byCandidates =
    keys.size > 0
      ? await nearByCandidates(
          tx,
          places.filter((place) => keys.has(plateAtStoreKey(place))),
          lookalikeMs,
        )
      : []
  return { stored, departures, near: [...near.map((plate) => ({ ...plate, isCandidate: false })), ...byCandidates] }
}

/** The other plates that were read near these places, and that are similar because of candidates. */
async function nearByCandidates(tx: Tx, places: readonly Reach[], lookalikeMs: number): Promise<NearPlate[]> {
  const rows = await runInOrder<Omit<NearPlate, 'isCandidate'>>(
    tx,
    sql`
    with p as materialized (
      select store_id::uuid, car_number, to_timestamp((since::double precision - ${2 * lookalikeMs}::double precision) / 1000) as since,
        to_timestamp((last::double precision + ${2 * lookalikeMs}::double precision) / 1000) as until
      from rows from (
        ${jsonColumn(places, ({ storeId }) => storeId)}, ${jsonColumn(places, ({ carNumber }) => carNumber)},
        ${jsonColumn(places, ({ since }) => since)}, ${jsonColumn(places, ({ last }) => last)}
      ) as c (store_id, car_number, since, last)
    )
    select distinct p.store_id as "storeId", p.car_number as "carNumber", o.car_number as other
    from p cross join lateral (
      select car_number, candidate_plates from reads c
      where ${isLinkTo(sql`p.store_id`, sql`p.car_number`)} and c.recognized_at between p.since and p.until
      limit ${maxEvidence}
    ) c cross join lateral (
      select c.car_number where c.car_number <> p.car_number
      union all
      select n.car_number from unnest(c.candidate_plates) as n (car_number)
      where c.car_number = p.car_number and n.car_number <> p.car_number and exists (
        select from reads r
        where ${isOfPlate(sql`p.store_id`, sql`n.car_number`)} and r.recognized_at between p.since and p.until
      )
    ) o`,
  )
  return rows.map((row) => ({ ...row, isCandidate: true }))
}

/** A visit that moves to another plate of its store. */
export type MovingVisit = PlateAtStore & VisitSpan & { to: string }

/**
 * Gives all reads of a visit, and the departures that end it, the plate that an administrator decided.
 * @returns the times of the departures
 */
export async function correctReads(
  tx: Tx,
  { storeId, carNumber, firstReadAt, lastReadAt, to }: MovingVisit,
): Promise<number[]> {
  const rows = await runInOrder<{ at: number }>(
    tx,
    sql`
    with ended as materialized (select to_timestamp(${lastReadAt / 1000}) as at), next as materialized (
      select min(v.first_read_at) as at from visits v, ended
      where v.store_id = ${storeId} and v.car_number = ${carNumber} and v.merged_into is null and v.first_read_at > ended.at
    ), departed as (
      update reads r set car_number = ${to}, corrected = true from ended, next
      where r.store_id = ${storeId} and r.car_number = ${carNumber} and ${isDeparture}
        and r.recognized_at between ended.at and ended.at + ${longestStay} and (next.at is null or r.recognized_at < next.at)
      returning r.recognized_at
    ), stayed as (
      update reads r set car_number = ${to}, corrected = true, doubtful = false
      where ${isOfPlate(sql`${storeId}::uuid`, sql`${carNumber}`)}
        and r.recognized_at between to_timestamp(${firstReadAt / 1000}) and (select at from ended)
    )
    select ${ms('recognized_at', 'd')} as at from departed d`,
  )
  return rows.map(({ at }) => at)
}

/**
 * Moves visits to other plates, with the visits merged into them, and sets the owners of these plates. Returns the ids
 * of all moved visits. Decisions of the orders service about the earlier plates no longer count. Reads are not moved,
 * and the visits are not merged with others of the new plates.
 */
export async function moveVisits(tx: Tx, moving: readonly MovingVisit[]): Promise<string[]> {
  if (moving.length === 0) return []
  const isMoving = sql`u.store_id = m.store_id and u.car_number = m.car_number
    and u.first_read_at between m.first_read_at and m.last_read_at`
  const rows = await runInOrder<{ id: string }>(
    tx,
    sql`
    with moving as materialized (
      select store_id::uuid, car_number, to_timestamp(first_read_at::double precision / 1000) as first_read_at,
        to_timestamp(last_read_at::double precision / 1000) as last_read_at, moved_to
      from rows from (
        ${jsonColumn(moving, ({ storeId }) => storeId)}, ${jsonColumn(moving, ({ carNumber }) => carNumber)},
        ${jsonColumn(moving, ({ firstReadAt }) => firstReadAt)}, ${jsonColumn(moving, ({ lastReadAt }) => lastReadAt)},
        ${jsonColumn(moving, ({ to }) => to)}
      ) as c (store_id, car_number, first_read_at, last_read_at, moved_to)
    ), plate as (
      insert into plates as p (car_number, visits)
      select car_number, sum(more) from (
        select car_number, -1 as more from moving union all select moved_to, 1 from moving
      ) as c group by car_number order by car_number
      on conflict (car_number) do update set visits = p.visits + excluded.visits
      returning car_number, member_id, member_name
    ), moved as materialized (
      select w.id, m.moved_to from moving m cross join lateral (
        select id from visits u where ${isMoving} and u.merged_into is null
        union all
        select id from visits u where ${isMoving} and u.merged_into is not null
      ) w
    )
    update visits v
    set car_number = p.car_number, member_id = p.member_id, member_name = p.member_name, corrected = true,
      use_decision = null, judged_product_id = null, judged_product_name = null, revision = v.revision + 1
    from moved m join plate p on p.car_number = m.moved_to
    where v.id = m.id
    returning v.id`,
  )
  return rows.map(({ id }) => id)
}
