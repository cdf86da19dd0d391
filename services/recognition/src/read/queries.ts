import { AppError, normalisePlate } from '@kingcar/contract'
import { runInOrder, type Tx } from '@kingcar/db'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { jsonColumn } from '../json-columns.ts'
import { reads as readsTable } from '../tables.ts'
import { queuedForReview } from './queue-for-review.ts'
import { candidatePlates, type JudgedRead, type PlateAtStore, type Read } from './read.ts'
import { type MisplacedRead, maxTrackReadings, type Track, type TrackReading } from './track.ts'

/** Stored now, known with the same content, or its id reused for other content. */
export type Outcome = 'stored' | 'known' | 'reused'

/** A read (`n` counts from 1) whose id exists. `same` is null if the id was committed after the statement began. */
type Row = { n: number; same: boolean | null }

/**
 * Stores reads in one statement, counts them per device, and returns an outcome for each. Ids are inserted in a fixed
 * order, so that two transactions cannot deadlock.
 * @throws AppError CONFLICT if a conflicting id was deleted in the meantime; the caller has to retry the batch
 */
export async function storeReads(tx: Tx, reads: readonly JudgedRead[]): Promise<Outcome[]> {
  const rows = await runInOrder<Row>(
    tx,
    sql`
    with arrived as materialized (
      select n::integer, device_id::uuid, read_id::uuid, to_timestamp(recognized_at::bigint / 1000.0::double precision) as recognized_at,
        to_timestamp(received_at::bigint / 1000.0::double precision) as received_at, store_id::uuid, car_number, raw,
        confidence::double precision, direction, candidates::jsonb, image_id::uuid, bounding_box::jsonb, rejected, track_id,
        revisit_seconds::integer, candidate_plates::text[], decode(content_hash, 'hex') as content_hash
      from rows from (
        ${jsonColumn(reads, ({ read }) => read.deviceId)}, ${jsonColumn(reads, ({ read }) => read.readId)},
        ${jsonColumn(reads, ({ read }) => read.recognizedAt)}, ${jsonColumn(reads, ({ read }) => read.receivedAt)},
        ${jsonColumn(reads, ({ read }) => read.storeId)}, ${jsonColumn(reads, ({ read }) => read.carNumber)},
        ${jsonColumn(reads, ({ read }) => read.raw)}, ${jsonColumn(reads, ({ read }) => read.confidence)},
        ${jsonColumn(reads, ({ read }) => read.direction)}, ${jsonColumn(reads, ({ read }) => read.candidates)},
        ${jsonColumn(reads, ({ read }) => read.imageId)}, ${jsonColumn(reads, ({ read }) => read.boundingBox)},
        ${jsonColumn(reads, ({ rejected }) => rejected)}, ${jsonColumn(reads, ({ read }) => read.trackId)},
        ${jsonColumn(reads, ({ read }) => read.contentHash)},
        ${jsonColumn(reads, ({ read }) => (read.ownWindowMs === undefined ? null : read.ownWindowMs / 1000))},
        ${jsonColumn(reads, ({ read }) => candidateArray(read))}
      ) with ordinality as c (
        device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction, candidates,
        image_id, bounding_box, rejected, track_id, content_hash, revisit_seconds, candidate_plates, n
      )
    ), claimed as (
      insert into read_ids (device_id, read_id, recognized_at, content_hash)
      select device_id, read_id, recognized_at, content_hash from arrived order by read_id, device_id
      on conflict do nothing
      returning device_id, read_id
    ), known as materialized (
      select n, (
        select k.content_hash = a.content_hash from read_ids k where k.device_id = a.device_id and k.read_id = a.read_id
      ) as same
      from arrived a where (device_id, read_id) not in (select device_id, read_id from claimed)
    ), stored as (
      insert into reads (
        device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction, candidates,
        image_id, bounding_box, rejected, track_id, revisit_seconds, candidate_plates
      )
      select device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction, candidates,
        image_id, bounding_box, rejected, track_id, revisit_seconds, candidate_plates
      from arrived where n not in (select n from known)
      returning device_id, received_at
    ), counted as (
      insert into device_reads (device_id, day, reads)
      select device_id, (received_at at time zone 'Asia/Seoul')::date, count(*) from stored group by 1, 2
    ), candidates_known as (
      insert into candidate_stores
      select distinct store_id from arrived where candidate_plates is not null order by store_id
      on conflict do nothing
    ), queued as (
      ${queuedForReview}
    )
    select n, same from known`,
  )
  const outcomes = new Array<Outcome>(reads.length).fill('stored')
  const unseen = rows.flatMap(({ n, same }) => (same === null ? [n] : []))
  for (const { n, same } of [...rows, ...(await lookUpWaited(tx, reads, unseen))])
    outcomes[n - 1] = same ? 'known' : 'reused'
  return outcomes
}

function candidateArray({ candidates }: Read): string | null {
  const plates = candidatePlates(candidates)
  return plates.length > 0 ? makePgArray(plates) : null
}

/**
 * Looks up ids that another transaction committed while the statement waited for it: only a new statement sees them.
 */
async function lookUpWaited(tx: Tx, reads: readonly JudgedRead[], numbers: readonly number[]): Promise<Row[]> {
  if (numbers.length === 0) return []
  const waited = numbers.flatMap((n) => reads[n - 1] ?? [])
  const rows = await tx.execute<Row>(sql`
    select c.n::integer, k.content_hash = decode(c.content_hash, 'hex') as same
    from rows from (
      ${jsonColumn(numbers, (n) => n)}, ${jsonColumn(waited, ({ read }) => read.deviceId)},
      ${jsonColumn(waited, ({ read }) => read.readId)}, ${jsonColumn(waited, ({ read }) => read.contentHash)}
    ) as c (n, device_id, read_id, content_hash)
    join read_ids k on k.device_id = c.device_id::uuid and k.read_id = c.read_id::uuid`)
  if (rows.length < numbers.length) throw new AppError('CONFLICT')
  return rows
}

/**
 * Whether read `r` belongs to the class of a plate at a store. This is the key of the index `reads_of_class`, which
 * contains the accepted reads.
 */
export const isOfClass = (storeId: SQL, carNumber: SQL): SQL =>
  sql`plate_class(r.store_id, r.car_number) = plate_class(${storeId}, ${carNumber}) and r.store_id = ${storeId} and r.rejected is null`

/** Whether read `r` is an accepted read of a plate at a store. */
export const isOfPlate = (storeId: SQL, carNumber: SQL): SQL =>
  sql`${isOfClass(storeId, carNumber)} and r.car_number = ${carNumber}`

/**
 * Whether the accepted read `c` links this plate with another one: it has one of the two plates as a candidate of the
 * other.
 */
export const isLinkTo = (storeId: SQL, carNumber: SQL): SQL =>
  sql`c.store_id = ${storeId} and c.candidate_plates is not null and c.rejected is null
    and (c.car_number = ${carNumber} or c.candidate_plates @> array[${carNumber}])`

/** A time column in Unix milliseconds. */
export const ms = (column: string, table = 'v') =>
  sql`(extract(epoch from ${sql.identifier(table)}.${sql.identifier(column)}) * 1000)::double precision`

/** The revisit time of the device of read `r`; null if the setting applies. */
const ownWindowMs = sql`r.revisit_seconds * 1000::double precision as "ownWindowMs"`

/** The times of a visit's first and last read, in Unix milliseconds. */
export type VisitSpan = { firstReadAt: number; lastReadAt: number }

/**
 * SQL condition for the reads of a visit: the accepted reads of its plate and store between its first and last read.
 */
export const acceptedReads = ({
  storeId,
  carNumber,
  firstReadAt,
  lastReadAt,
}: PlateAtStore & VisitSpan): SQL | undefined =>
  and(
    eq(readsTable.storeId, storeId),
    sql`plate_class(${readsTable.storeId}, ${readsTable.carNumber}) = plate_class(${storeId}, ${carNumber})`,
    eq(readsTable.carNumber, carNumber),
    isNull(readsTable.rejected),
    sql`${readsTable.recognizedAt} between to_timestamp(${firstReadAt / 1000}) and to_timestamp(${lastReadAt / 1000})`,
  )

/** The accepted reads of tracks; of a track with more than `maxTrackReadings` only one more than this number. */
export async function loadTracks(tx: Tx, tracks: readonly Track[]): Promise<TrackReading[]> {
  const rows = await runInOrder<Omit<TrackReading, 'readAs'> & { raw: string }>(
    tx,
    sql`
    select r.store_id as "storeId", r.device_id as "deviceId", r.read_id as "readId", r.track_id as "trackId",
      r.car_number as "carNumber", r.raw, r.confidence, r.corrected, ${ms('recognized_at', 'r')} as "recognizedAt",
      ${ms('received_at', 'r')} as "receivedAt", ${ownWindowMs}
    from rows from (
      ${jsonColumn(tracks, ({ storeId }) => storeId)}, ${jsonColumn(tracks, ({ deviceId }) => deviceId)},
      ${jsonColumn(tracks, ({ trackId }) => trackId)}, ${jsonColumn(tracks, ({ day }) => `${day} 00:00:00+09`)}
    ) as t (store_id, device_id, track_id, midnight)
    cross join lateral (
      select * from reads u
      where u.device_id = t.device_id::uuid and u.track_id = t.track_id and u.store_id = t.store_id::uuid
        and u.recognized_at >= t.midnight::timestamptz and u.recognized_at < t.midnight::timestamptz + interval '1 day'
        and u.rejected is null
      limit ${maxTrackReadings + 1}
    ) r`,
  )
  return rows.map(({ raw, ...row }) => ({ ...row, readAs: normalisePlate(raw) }))
}

/** Changes the plates for which stored reads count. */
export async function moveReads(tx: Tx, moves: readonly MisplacedRead[]): Promise<void> {
  await tx.execute(sql`
    update reads r set car_number = m.moved_to
    from rows from (
      ${jsonColumn(moves, ({ deviceId }) => deviceId)}, ${jsonColumn(moves, ({ readId }) => readId)},
      ${jsonColumn(moves, ({ carNumber }) => carNumber)}, ${jsonColumn(moves, ({ recognizedAt }) => recognizedAt)},
      ${jsonColumn(moves, ({ storeId }) => storeId)}, ${jsonColumn(moves, ({ to }) => to)}
    ) as m (device_id, read_id, car_number, recognized_at, store_id, moved_to)
    where ${isOfPlate(sql`m.store_id::uuid`, sql`m.car_number`)}
      and r.recognized_at = to_timestamp(m.recognized_at::double precision / 1000)
      and r.device_id = m.device_id::uuid and r.read_id = m.read_id::uuid`)
}

export type ReadOfVisit = Pick<Read, 'deviceId' | 'readId' | 'recognizedAt' | 'receivedAt'> & {
  visitId: string
  ownWindowMs: number | null
}

/** The accepted reads of several visits. */
export const readsOfVisits = (tx: Tx, visits: readonly (PlateAtStore & VisitSpan & { id: string })[]) =>
  runInOrder<ReadOfVisit>(
    tx,
    sql`
    select v.id as "visitId", r.device_id as "deviceId", r.read_id as "readId", ${ms('recognized_at', 'r')} as "recognizedAt",
      ${ms('received_at', 'r')} as "receivedAt", ${ownWindowMs}
    from rows from (
      ${jsonColumn(visits, ({ id }) => id)}, ${jsonColumn(visits, ({ storeId }) => storeId)},
      ${jsonColumn(visits, ({ carNumber }) => carNumber)}, ${jsonColumn(visits, ({ firstReadAt }) => firstReadAt)},
      ${jsonColumn(visits, ({ lastReadAt }) => lastReadAt)}
    ) as v (id, store_id, car_number, first_read_at, last_read_at)
    join reads r on ${isOfPlate(sql`v.store_id::uuid`, sql`v.car_number`)}
      and r.recognized_at between to_timestamp(v.first_read_at::double precision / 1000)
        and to_timestamp(v.last_read_at::double precision / 1000)`,
  )
