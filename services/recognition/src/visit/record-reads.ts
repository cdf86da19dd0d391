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
  /** One for each read, in order. */
  outcomes: Outcome[]
  /** Visits that changed, and those of reads that were known before: a crash may have kept them from being published. */
  visits: RevisedVisit[]
}

/** Milliseconds. A batch may hold what weeks of one plate make of its visits. */
const deadlineMs = 5_000

/**
 * Stores reads and what they make of the visits, in one transaction. No two of the reads have one id.
 * @param revisitMs the window in force, milliseconds
 * @param beside what else belongs to the transaction, given what became of each read
 * @throws DatabaseError where the database refuses one of the reads; AppError where it is to be tried again
 */
export function recordReads(
  { db }: Pick<Ctx, 'db'>,
  reads: readonly JudgedRead[],
  revisitMs: number,
  beside?: (tx: Tx, outcomes: readonly Outcome[]) => Promise<void>,
): Promise<Recorded> {
  const work = db.transaction(
    async (tx) => {
      const accepted = reads.flatMap(({ read, rejected }) => (rejected === null ? [read] : []))
      const plates = accepted.map(({ carNumber }) => carNumber)
      const reach = reachOf(accepted, revisitMs) // of those that were known before, too: only outcomes tell which they are
      // Sent together, and run in this order.
      const [, outcomes, stored] = await Promise.all([
        lockPlates(tx, plates),
        storeReads(tx, reads),
        reach.length > 0 ? visitsInReach(tx, reach) : [],
      ])
      const fresh = reads.flatMap(({ read, rejected }, at) =>
        outcomes[at] === 'stored' && rejected === null ? [read] : [],
      )
      // By the settings of today it might be rejected: what counts is whether it is in a visit.
      const known = reads.flatMap(({ read }, at) => (outcomes[at] === 'known' ? [read] : []))
      const changes = decide(fresh, stored, revisitMs)
      const { visits, merged } = changes.length > 0 ? await storeChanges(tx, changes) : nothing
      const others = merged.length + known.length > 0 ? await describeVisits(tx, merged, known) : []
      await beside?.(tx, outcomes)
      await fault('recognition.beforeCommit')
      return { outcomes, visits: inOrder([...visits, ...others]) }
    },
    { deadlineMs },
  )
  return work.catch((error: unknown) => createMissingMonth(db, error))
}

const nothing: StoreResult = { visits: [], merged: [] }

/** Each once, by their beginning. */
const inOrder = (visits: readonly RevisedVisit[]) =>
  [...new Map(visits.map((revised) => [revised.visit.id, revised])).values()].sort(
    ({ visit: a }, { visit: b }) => compare(a.recognizedAt, b.recognizedAt) || compare(a.id, b.id),
  )
const compare = (a: string, b: string) => Number(a > b) - Number(a < b)

/** A read whose month is missing is no read that the database refuses: the month is made, and the read tried again. */
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
