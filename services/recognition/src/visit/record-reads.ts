import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { isMonthMissing, maintainMonthPartitions } from '../read/month-partitions.ts'
import { type Outcome, storeReads } from '../read/queries.ts'
import type { JudgedRead, PlateAtStore, Read } from '../read/read.ts'
import { describeVisits, type RevisedVisit } from './describe.ts'
import { lockPlates, plateAtStoreKey, type Reach, visitsInReach } from './queries.ts'
import { type PlateChange, type StoreResult, storeChanges } from './store-changes.ts'
import { chainReads, type StoredVisit } from './visit.ts'

export type Recorded = {
  /** One per read, in the same order. */
  outcomes: Outcome[]
  /** Changed visits, and those of known reads: a crash may have prevented their publication. */
  visits: RevisedVisit[]
}

/** Milliseconds. A batch may change the visits of one plate over weeks. */
const deadlineMs = 5_000

/**
 * Stores reads and the resulting changes of visits in one transaction. The ids of the reads must be distinct.
 * @param revisitMs the revisit window in force (milliseconds)
 * @param alsoInTransaction runs before the commit with the outcome of each read
 * @throws DatabaseError if the database rejects a read; AppError if the caller should retry
 */
export function recordReads(
  { db }: Pick<Ctx, 'db'>,
  reads: readonly JudgedRead[],
  revisitMs: number,
  alsoInTransaction?: (tx: Tx, outcomes: readonly Outcome[]) => Promise<void>,
): Promise<Recorded> {
  const work = db.transaction(
    async (tx) => {
      const accepted = reads.flatMap(({ read, rejected }) => (rejected === null ? [read] : []))
      const plates = accepted.map(({ carNumber }) => carNumber)
      const reach = reachOf(accepted, revisitMs) // includes known reads: which ones are known is clear only after storing
      // Pipelined; PostgreSQL runs them in this order.
      const [, outcomes, stored] = await Promise.all([
        lockPlates(tx, plates),
        storeReads(tx, reads),
        reach.length > 0 ? visitsInReach(tx, reach) : [],
      ])
      const fresh = reads.flatMap(({ read, rejected }, at) =>
        outcomes[at] === 'stored' && rejected === null ? [read] : [],
      )
      // Regardless of `rejected`, which the current settings decide: what counts is whether the read is in a visit.
      const known = reads.flatMap(({ read }, at) => (outcomes[at] === 'known' ? [read] : []))
      const changes = decide(fresh, stored, revisitMs)
      const { visits, merged } = changes.length > 0 ? await storeChanges(tx, changes) : nothing
      const others = merged.length + known.length > 0 ? await describeVisits(tx, merged, known) : []
      await alsoInTransaction?.(tx, outcomes)
      await fault('recognition.beforeCommit')
      return { outcomes, visits: inOrder([...visits, ...others]) }
    },
    { deadlineMs },
  )
  return work.catch((error: unknown) => createMissingMonth(db, error))
}

const nothing: StoreResult = { visits: [], merged: [] }

/** Without duplicates, by time of the first read. */
const inOrder = (visits: readonly RevisedVisit[]) =>
  [...new Map(visits.map((revised) => [revised.visit.id, revised])).values()].sort(
    ({ visit: a }, { visit: b }) => compare(a.recognizedAt, b.recognizedAt) || compare(a.id, b.id),
  )
const compare = (a: string, b: string) => Number(a > b) - Number(a < b)

/** A missing month partition is no fault of the read: creates the month, and lets the caller retry. */
async function createMissingMonth(db: Ctx['db'], error: unknown): Promise<never> {
  if (!isMonthMissing(error)) throw error
  await maintainMonthPartitions(db)
  throw new AppError('UNAVAILABLE', { retryAfter: 1, cause: error })
}

function decide(fresh: readonly Read[], stored: readonly (PlateAtStore & StoredVisit)[], revisitMs: number) {
  const visits = Map.groupBy(stored, plateAtStoreKey)
  return [...Map.groupBy(fresh, plateAtStoreKey)].flatMap(([key, reads]): PlateChange[] => {
    const [{ storeId, carNumber }] = reads as [Read]
    return chainReads(visits.get(key) ?? [], reads, revisitMs).map((change) => ({ ...change, storeId, carNumber }))
  })
}

function reachOf(reads: readonly Read[], revisitMs: number): Reach[] {
  return [...Map.groupBy(reads, plateAtStoreKey).values()].map((group) => {
    const [{ storeId, carNumber }] = group as [Read]
    const times = group.map(({ recognizedAt }) => recognizedAt)
    return { storeId, carNumber, since: Math.min(...times), until: Math.max(...times) + revisitMs }
  })
}
