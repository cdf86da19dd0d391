import { normalisePlate, type ReadMessage } from '@kingcar/contract'
import { emit, runInOrder, sendInOrder, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { jsonColumn } from '../json-columns.ts'
import { isOfClass, isOfPlate, ms } from '../read/queries.ts'
import { manualDeviceId, type PlateAtStore } from '../read/read.ts'
import { type Evidence, isDoubtful } from './doubt.ts'
import { queueDoubtful } from './queue-doubtful.ts'

/** Reads of a plate at a store that are new, or were those of another plate (Unix milliseconds). */
export type ChangedReads = PlateAtStore & { since: number; until: number }

type StoredEvidence = Evidence & { doubtful: boolean }

/**
 * Judges again the reads near those that changed, and counts the doubtful reads of the visits that this concerns. The plates
 * must be locked, and visits and reads stored. The event `recognition.visitsChanged` publishes the changed visits also if
 * this process crashes: a redelivered read does not find those of other plates.
 * @param visitIds visits whose reads changed
 * @returns the ids of the changed visits
 */
export async function settleDoubts(
  tx: Tx,
  changed: readonly ChangedReads[],
  visitIds: readonly string[],
  lookalikeMs: number,
): Promise<string[]> {
  const all = lookalikeMs > 0 && changed.length > 0 ? await loadEvidence(tx, changed, 2 * lookalikeMs) : []
  const wrong = all.flatMap((read) => {
    const doubtful = isNear(read, changed, lookalikeMs) ? isDoubtful(read, all, lookalikeMs) : read.doubtful
    return doubtful === read.doubtful ? [] : [{ ...read, doubtful }]
  })
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

const isNear = ({ storeId, recognizedAt }: Evidence, changed: readonly ChangedReads[], lookalikeMs: number) =>
  changed.some(
    (reads) =>
      reads.storeId === storeId &&
      reads.since - lookalikeMs <= recognizedAt &&
      recognizedAt <= reads.until + lookalikeMs,
  )

type Row = Omit<StoredEvidence, 'candidates' | 'isCertain'> & {
  candidates: ReadMessage['candidates'] | null
  corrected: boolean
}

/** The accepted reads of the classes of these plates at their stores. */
async function loadEvidence(tx: Tx, changed: readonly ChangedReads[], reachMs: number): Promise<StoredEvidence[]> {
  const rows = await runInOrder<Row>(
    tx,
    sql`
    select distinct on (r.device_id, r.read_id) r.store_id as "storeId", r.car_number as "carNumber",
      r.device_id as "deviceId", r.read_id as "readId", r.confidence, ${ms('recognized_at', 'r')} as "recognizedAt",
      r.candidates, r.corrected, r.doubtful
    from rows from (
      ${jsonColumn(changed, ({ storeId }) => storeId)}, ${jsonColumn(changed, ({ carNumber }) => carNumber)},
      ${jsonColumn(changed, ({ since }) => since - reachMs)}, ${jsonColumn(changed, ({ until }) => until + reachMs)}
    ) as c (store_id, car_number, since, until)
    cross join lateral (
      select * from reads r
      where ${isOfClass(sql`c.store_id::uuid`, sql`c.car_number`)}
        and r.recognized_at between to_timestamp(c.since::double precision / 1000)
          and to_timestamp(c.until::double precision / 1000)
      offset 0
    ) r`,
  )
  return rows.map(({ corrected, candidates, ...row }) => ({
    ...row,
    candidates: candidates?.map(({ carNumber }) => normalisePlate(carNumber)) ?? [],
    isCertain: corrected || row.deviceId === manualDeviceId,
  }))
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

/** Counts the doubtful reads of the visits of these reads, and of further ones; returns the ids of those that changed. */
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
