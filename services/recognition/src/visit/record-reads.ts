import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { isMonthMissing, maintainMonthPartitions } from '../read/month-partitions.ts'
import { loadTracks, type Outcome, storeReads } from '../read/queries.ts'
import { candidatePlates, type JudgedRead, type Read } from '../read/read.ts'
import { misplacedReads, readKey, type Track, trackKey, trackOf } from '../read/track.ts'
import { describeVisits, type RevisedVisit } from './describe.ts'
import { canConfuse } from './doubt.ts'
import { rearrangeVisits } from './move-reads.ts'
import { type InReach, lockPlates, reachOf, visitsInReach } from './queries.ts'
import { chainByPlate, plateAtStoreKey, visitsCut } from './rearrange.ts'
import { positionsOf, positionsToSettle, settleDepartures } from './settle-departures.ts'
import { changesOf, settleDoubts } from './settle-doubts.ts'
import { type StoreResult, storeChanges } from './store-changes.ts'
import type { Windows } from './windows.ts'
import { assertLocked, maxLocks, withPlates } from './with-plates.ts'

export type Recorded = {
  /** One per read, in the same order. */
  outcomes: Outcome[]
  /** Changed visits, and the visits of known reads, because a crash may have prevented their publication. */
  visits: RevisedVisit[]
}

/** Milliseconds for all attempts together. A batch may change the visits of one plate over weeks. */
const deadlineMs = 5_000

/** Runs before the commit with the outcome of each read. */
type AlsoInTransaction = (tx: Tx, outcomes: readonly Outcome[]) => Promise<void>

/**
 * Stores reads and the resulting changes of visits in one transaction, which locks their plates and candidates. The ids
 * of the reads must be distinct. Several reads take at most `maxLocks` locks. A single read takes as many as it needs;
 * the readings of its track and the evidence about doubt limit that number.
 * @throws DatabaseError if the database rejects a read; AppError if the caller should retry, with fewer reads after a
 * CONFLICT
 */
export async function recordReads(
  { db }: Pick<Ctx, 'db'>,
  reads: readonly JudgedRead[],
  windows: Windows,
  alsoInTransaction?: AlsoInTransaction,
): Promise<Recorded> {
  const accepted = acceptedOf(reads)
  const plates = [...accepted, ...departuresOf(reads)].map(({ carNumber }) => carNumber)
  const others = accepted.flatMap(({ candidates }) => candidatePlates(candidates))
  const bounds = { deadlineMs, ...(reads.length > 1 && { maxPlates: maxLocks - tracksOf(accepted).length }) }
  try {
    return await withPlates(
      [...plates, ...others],
      (locked, timeLeft) => db.transaction((tx) => record(tx, reads, locked, windows, alsoInTransaction), timeLeft),
      bounds,
    )
  } catch (error) {
    return await createMissingMonth(db, error)
  }
}

const acceptedOf = (reads: readonly JudgedRead[]): Read[] =>
  reads.flatMap(({ read, rejected }) => (rejected === null ? [read] : []))

/** The reads that show a car that leaves. They are in no visit, and end one. */
const departuresOf = (reads: readonly JudgedRead[]): Read[] =>
  reads.flatMap(({ read, rejected }) => (rejected === 'direction' ? [read] : []))

const nothingInReach: InReach = { stored: [], departures: new Map(), near: [] }

async function record(
  tx: Tx,
  reads: readonly JudgedRead[],
  locked: ReadonlySet<string>,
  windows: Windows,
  alsoInTransaction?: AlsoInTransaction,
): Promise<Recorded> {
  const { revisitMs, lookalikeMs } = windows
  const accepted = acceptedOf(reads)
  const tracks = tracksOf(accepted)
  const reach = reachOf([...accepted, ...departuresOf(reads)], revisitMs) // includes known reads, because only storing shows which ones are known
  // Pipelined; PostgreSQL runs them in this order.
  const [, outcomes, { stored, departures, near }, readings] = await Promise.all([
    lockPlates(tx, [...locked], tracks),
    storeReads(tx, reads),
    reach.length > 0 ? visitsInReach(tx, reach, lookalikeMs) : nothingInReach,
    tracks.length > 0 ? loadTracks(tx, tracks) : [],
  ])
  const isStored = (_: JudgedRead, at: number) => outcomes[at] === 'stored'
  const fresh = acceptedOf(reads.filter(isStored))
  const newKeys = new Set(fresh.map(readKey))
  const misplaced = misplacedReads(readings, (reading) => newKeys.has(readKey(reading)))
  assertLocked(
    misplaced.flatMap(({ carNumber, to }) => [carNumber, to]),
    locked,
  )
  const isRearranged = misplaced.length > 0 || visitsCut(stored, departures).length > 0
  const changed = isRearranged
    ? { visits: await rearrangeVisits(tx, misplaced, fresh, departuresOf(reads), revisitMs), merged: [] }
    : await changeVisits(tx, chainByPlate(stored, fresh, revisitMs, departures))
  const moved = misplaced.flatMap((read) => [read, { ...read, carNumber: read.to }])
  const begun = isRearranged ? positionsOf(changed.visits) : positionsToSettle(changed, departures)
  await settleDepartures(tx, [...departuresOf(reads), ...moved, ...begun])
  const nearOf = Map.groupBy(near, plateAtStoreKey)
  const confused =
    near.length > 0 ? fresh.filter((read) => canConfuse(read, nearOf.get(plateAtStoreKey(read)) ?? [])) : []
  const judged = misplaced.length > 0 ? [...fresh, ...moved] : confused
  const recounted = isRearranged || changed.merged.length > 0 ? changed.visits.map(({ visit }) => visit.id) : []
  const doubtedIds = await settleDoubts(tx, changesOf(judged, lookalikeMs), recounted, lookalikeMs, locked)
  const doubted = doubtedIds.length > 0 ? await describeVisits(tx, doubtedIds) : []
  // `rejected` is ignored, because the current settings decide it; what counts is whether the stored read is in a
  // visit.
  const known = reads.flatMap(({ read }, at) => (outcomes[at] === 'known' ? [read] : []))
  const placed = new Map([...readings, ...misplaced.map((read) => ({ ...read, carNumber: read.to }))].map(plateByKey))
  const spots = known.map((read) => ({ ...read, carNumber: placed.get(readKey(read)) ?? read.carNumber }))
  const others = changed.merged.length + spots.length > 0 ? await describeVisits(tx, changed.merged, spots) : []
  await alsoInTransaction?.(tx, outcomes)
  await fault('recognition.beforeCommit')
  return { outcomes, visits: inOrder([...changed.visits, ...others, ...doubted]) }
}

const plateByKey = (read: Pick<Read, 'deviceId' | 'readId' | 'carNumber'>): [string, string] => [
  readKey(read),
  read.carNumber,
]

const tracksOf = (reads: readonly Read[]): Track[] => {
  const tracks = reads.flatMap((read) => trackOf(read) ?? [])
  return [...new Map(tracks.map((track) => [trackKey(track), track])).values()]
}

const changeVisits = async (tx: Tx, changes: ReturnType<typeof chainByPlate>): Promise<StoreResult> =>
  changes.length > 0 ? storeChanges(tx, changes) : nothing

const nothing: StoreResult = { visits: [], merged: [] }

/** Without duplicates, by time of the first read. */
const inOrder = (visits: readonly RevisedVisit[]) =>
  [...new Map(visits.map((revised) => [revised.visit.id, revised])).values()].sort(
    ({ visit: a }, { visit: b }) => compare(a.recognizedAt, b.recognizedAt) || compare(a.id, b.id),
  )
const compare = (a: string, b: string) => Number(a > b) - Number(a < b)

/** Creates a missing month partition and throws so that the caller retries; other errors are thrown unchanged. */
async function createMissingMonth(db: Ctx['db'], error: unknown): Promise<never> {
  if (!isMonthMissing(error)) throw error
  await maintainMonthPartitions(db)
  throw new AppError('UNAVAILABLE', { retryAfter: 1, cause: error })
}
