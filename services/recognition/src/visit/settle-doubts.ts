import { emit, runInOrder, sendInOrder, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { jsonColumn } from '../json-columns.ts'
import { plateClass } from '../plate/misreadings.ts'
import { isLinkTo, isOfClass, isOfPlate, ms } from '../read/queries.ts'
import { manualDeviceId, type PlateAtStore } from '../read/read.ts'
import { type Evidence, isDoubtful, maxEvidence } from './doubt.ts'
import type { ReadPosition } from './queries.ts'
import { queueDoubtful } from './queue-doubtful.ts'
import { plateAtStoreKey } from './rearrange.ts'
import { assertLocked, maxLocks } from './with-plates.ts'

/** Reads of a plate at a store that are new, or had another plate before (Unix milliseconds). */
export type ChangedReads = PlateAtStore & { since: number; until: number }

/** The times at which reads changed; times that are close enough for others to be near both are joined. */
export function changesOf(reads: readonly ReadPosition[], lookalikeMs: number): ChangedReads[] {
  return [...Map.groupBy(reads, plateAtStoreKey).values()].flatMap((ofPlate) => {
    const changes: ChangedReads[] = []
    for (const { storeId, carNumber, recognizedAt } of ofPlate.toSorted((a, b) => a.recognizedAt - b.recognizedAt)) {
      const last = changes.at(-1)
      if (last && recognizedAt - last.until <= 4 * lookalikeMs) last.until = recognizedAt
      else changes.push({ storeId, carNumber, since: recognizedAt, until: recognizedAt })
    }
    return changes
  })
}

/** `isSimilar`: to a plate of changed reads; `isNear`: also within the time of one of them. */
type StoredEvidence = Evidence & { doubtful: boolean; isSimilar: boolean; isNear: boolean }

/**
 * Judges again the reads near those that changed, and counts the doubtful reads of the visits that this concerns. The
 * plates must be locked, and visits and reads stored. The event `recognition.visitsChanged` publishes the changed
 * visits even if this process crashes, because a redelivered read does not find those of other plates.
 * @param visitIds visits whose reads changed
 * @param locked the plates that are locked; plates that are similar because of candidates may be missing, and then the
 * transaction is repeated
 * @returns the ids of the changed visits
 */
export async function settleDoubts(
  tx: Tx,
  changed: readonly ChangedReads[],
  visitIds: readonly string[],
  lookalikeMs: number,
  locked: ReadonlySet<string>,
): Promise<string[]> {
  const { wrong, plates } = lookalikeMs > 0 && changed.length > 0 ? await findWrong(tx, changed, lookalikeMs) : nothing
  assertLocked(plates, locked)
  if (wrong.length > 0) {
    storeDoubts(tx, wrong)
    queueDoubtful(
      tx,
      wrong.filter(({ doubtful }) => doubtful),
    )
  }
  if (wrong.length + visitIds.length === 0) return []
  const ids = await countDoubts(tx, wrong, visitIds)
  if (ids.length > 0) await emit(tx, 'recognition.visitsChanged', { visitIds: ids })
  return ids
}

/** The reads whose doubt is wrong, each with its new value, and the plates that must be locked to change them. */
type Wrong = { wrong: StoredEvidence[]; plates: string[] }

const nothing: Wrong = { wrong: [], plates: [] }

async function findWrong(tx: Tx, changed: readonly ChangedReads[], lookalikeMs: number): Promise<Wrong> {
  const all = await loadEvidence(tx, changed, lookalikeMs)
  // Also the plates beyond the time: without their lock a read of them could arrive unnoticed.
  const similar = all.filter(({ isSimilar }) => isSimilar)
  const plates = similar.map(({ carNumber }) => carNumber)
  const isTooMuch = changed.length === 1 && new Set(plates.map(plateClass)).size > maxLocks
  if (all.length > maxEvidence || isTooMuch) return findWrongOneByOne(tx, changed, lookalikeMs)
  const wrong = similar.flatMap((read) => {
    const doubtful = read.isNear ? isDoubtful(read, all, lookalikeMs) : read.doubtful
    return doubtful === read.doubtful ? [] : [{ ...read, doubtful }]
  })
  return { wrong, plates }
}

/** Handles the changes one by one. A change that alone concerns too many reads or plates changes no doubt. */
async function findWrongOneByOne(tx: Tx, changed: readonly ChangedReads[], lookalikeMs: number): Promise<Wrong> {
  const parts: Wrong[] = []
  if (changed.length > 1) for (const one of changed) parts.push(await findWrong(tx, [one], lookalikeMs))
  return { wrong: parts.flatMap(({ wrong }) => wrong), plates: parts.flatMap(({ plates }) => plates) }
}

type Row = Omit<StoredEvidence, 'isCertain'> & { corrected: boolean }

/**
 * The accepted reads within twice the time of those that changed: of their plates, of similar plates, whose doubt they
 * can change, and of plates that are similar to the latter, on which that doubt depends. At most `maxEvidence` of them.
 */
async function loadEvidence(tx: Tx, changed: readonly ChangedReads[], lookalikeMs: number): Promise<StoredEvidence[]> {
  const nearby = sql`make_interval(secs => ${lookalikeMs / 1000}::double precision)`
  const similar = (await haveCandidates(tx, changed)) ? byCandidates : byClass
  const rows = await runInOrder<Row>(
    tx,
    sql`
    with changed as materialized (
      select store_id::uuid, car_number, to_timestamp(since::double precision / 1000) - 2 * ${nearby} as since,
        to_timestamp(until::double precision / 1000) + 2 * ${nearby} as until
      from rows from (
        ${jsonColumn(changed, ({ storeId }) => storeId)}, ${jsonColumn(changed, ({ carNumber }) => carNumber)},
        ${jsonColumn(changed, ({ since }) => since)}, ${jsonColumn(changed, ({ until }) => until)}
      ) as c (store_id, car_number, since, until)
    ), ${similar.plates}
    select distinct on (r.device_id, r.read_id) r.store_id as "storeId", r.car_number as "carNumber",
      r.device_id as "deviceId", r.read_id as "readId", r.confidence, ${ms('recognized_at', 'r')} as "recognizedAt",
      coalesce(r.candidate_plates, '{}') as candidates, r.corrected, r.doubtful,
      j.similar as "isSimilar", j.near as "isNear"
    from compared p cross join lateral (
      select * from reads r where ${similar.isCompared} and r.recognized_at between p.since and p.until
      limit ${maxEvidence + 1}
    ) r cross join lateral (
      select count(*) > 0 as similar,
        count(*) filter (where r.recognized_at between j.since + ${nearby} and j.until - ${nearby}) > 0 as near
      from judged j where j.store_id = r.store_id and ${similar.isJudged}
    ) j
    limit ${maxEvidence + 1}`,
  )
  return rows.map(({ corrected, ...row }) => ({ ...row, isCertain: corrected || row.deviceId === manualDeviceId }))
}

/** Whether reads of one of these stores have candidates: without them a cheaper statement is enough. */
async function haveCandidates(tx: Tx, changed: readonly ChangedReads[]): Promise<boolean> {
  const storeIds = makePgArray([...new Set(changed.map(({ storeId }) => storeId))])
  return (await tx.execute(sql`select from candidate_stores where store_id = any(${storeIds}::uuid[])`)).length > 0
}

/** The plates that are judged, and those with which they are compared, if only plates of one class can be similar. */
const byClass = {
  plates: sql`judged as (select * from changed), compared as (select * from changed)`,
  isCompared: isOfClass(sql`p.store_id`, sql`p.car_number`),
  isJudged: sql`plate_class(j.store_id, j.car_number) = plate_class(r.store_id, r.car_number)`,
}

/** The plates that can be similar to that of `p`, which includes its own if it was read. */
const similarPlates = sql`
  (select r.car_number from reads r
    where ${isOfClass(sql`p.store_id`, sql`p.car_number`)} and r.recognized_at between p.since and p.until
    limit ${maxEvidence + 1})
  union
  (select unnest(case when c.car_number = p.car_number then c.candidate_plates else array[c.car_number] end) from reads c
    where ${isLinkTo(sql`p.store_id`, sql`p.car_number`)} and c.recognized_at between p.since and p.until
    limit ${maxEvidence + 1})`

const byCandidates = {
  plates: sql`
    judged as materialized (
      select distinct p.store_id, s.car_number, p.since, p.until from changed p cross join lateral (${similarPlates}) s
    ), compared as materialized (
      select distinct p.store_id, s.car_number, p.since, p.until from judged p cross join lateral (${similarPlates}) s
    )`,
  isCompared: isOfPlate(sql`p.store_id`, sql`p.car_number`),
  isJudged: sql`j.car_number = r.car_number`,
}

const storeDoubts = (tx: Tx, reads: readonly StoredEvidence[]) =>
  sendInOrder(
    tx,
    sql`
    update reads r set doubtful = d.doubtful::boolean
    from rows from (
      ${jsonColumn(reads, ({ deviceId }) => deviceId)}, ${jsonColumn(reads, ({ readId }) => readId)},
      ${jsonColumn(reads, ({ carNumber }) => carNumber)}, ${jsonColumn(reads, ({ recognizedAt }) => recognizedAt)},
      ${jsonColumn(reads, ({ storeId }) => storeId)}, ${jsonColumn(reads, ({ doubtful }) => doubtful)}
    ) as d (device_id, read_id, car_number, recognized_at, store_id, doubtful)
    where ${isOfPlate(sql`d.store_id::uuid`, sql`d.car_number`)}
      and r.recognized_at = to_timestamp(d.recognized_at::double precision / 1000)
      and r.device_id = d.device_id::uuid and r.read_id = d.read_id::uuid`,
  )

/**
 * Counts the doubtful reads of the visits that contain these reads, and of further visits; returns the ids of the
 * visits that changed.
 */
async function countDoubts(tx: Tx, reads: readonly Evidence[], visitIds: readonly string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    with concerned as materialized (
      select v.id, v.store_id, v.car_number, v.first_read_at, v.last_read_at from rows from (
        ${jsonColumn(reads, ({ storeId }) => storeId)}, ${jsonColumn(reads, ({ carNumber }) => carNumber)},
        ${jsonColumn(reads, ({ recognizedAt }) => recognizedAt)}
      ) as d (store_id, car_number, recognized_at)
      cross join lateral (
        select * from visits u
        where u.store_id = d.store_id::uuid and u.car_number = d.car_number and u.merged_into is null
          and u.first_read_at <= to_timestamp(d.recognized_at::double precision / 1000)
        order by u.first_read_at desc limit 1
      ) v
      union
      select id, store_id, car_number, first_read_at, last_read_at from visits v
      where v.id = any(${makePgArray([...visitIds])}::uuid[]) and v.merged_into is null
    ), counted as (
      select c.id, (
        select count(*) filter (where r.doubtful) from reads r
        where ${isOfPlate(sql`c.store_id`, sql`c.car_number`)} and r.recognized_at between c.first_read_at and c.last_read_at
      )::integer as doubtful_reads
      from concerned c
    )
    update visits v set doubtful_reads = c.doubtful_reads, revision = v.revision + 1
    from counted c where v.id = c.id and v.doubtful_reads <> c.doubtful_reads
    returning v.id`)
  return rows.map(({ id }) => id)
}
