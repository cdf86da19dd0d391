import { emit, type Tx } from '@kingcar/db'
import { moveReads, readsOfVisits } from '../read/queries.ts'
import type { Read } from '../read/read.ts'
import { type MisplacedRead, readKey } from '../read/track.ts'
import { describeVisits, type RevisedVisit } from './describe.ts'
import { moveVisits, type ReadPosition, reachOf, visitsInReach } from './queries.ts'
import { type LeavingRead, rearrange, type VisitOfPlate, visitsCut, visitsLeft } from './rearrange.ts'
import { storeChanges } from './store-changes.ts'
import type { NewRead } from './visit.ts'

/**
 * Moves reads to the plates of their tracks. It changes the visits of plates that lose or get reads, the visits that
 * new reads extend, and the visits within which the car left. All of these plates must be locked. The event
 * `recognition.visitsChanged` publishes the changed visits even if this process crashes, because a redelivered read
 * does not find the visits of its former plate.
 * @param fresh the new accepted reads, with the plates under which they were stored
 * @param departed departures that may be within visits
 */
export async function rearrangeVisits(
  tx: Tx,
  misplaced: readonly MisplacedRead[],
  fresh: readonly Read[],
  departed: readonly ReadPosition[],
  revisitMs: number,
): Promise<RevisedVisit[]> {
  const newKeys = new Set(fresh.map(readKey))
  const newPlates = new Map(misplaced.map((read) => [readKey(read), read.to]))
  const leaving: LeavingRead[] = misplaced.filter((read) => !newKeys.has(readKey(read)))
  const arriving = [
    ...fresh.map((read) => ({ ...read, carNumber: newPlates.get(readKey(read)) ?? read.carNumber })),
    ...leaving.map((read) => ({ ...read, carNumber: read.to })),
  ]
  const reach = reachOf([...leaving, ...arriving, ...departed], revisitMs)
  const { stored, departures } = await visitsInReach(tx, reach, 0)
  const again = new Set([...visitsLeft(stored, leaving), ...visitsCut(stored, departures)])
  const staying = await staysOf(tx, [...again], new Set([...newKeys, ...newPlates.keys()]))
  const { changes, emptied } = rearrange(stored, staying, leaving, arriving, revisitMs, departures)
  if (misplaced.length > 0) await moveReads(tx, misplaced)
  const moved = await moveVisits(tx, emptied)
  const { visits, merged } = await storeChanges(tx, changes)
  const described = new Set(visits.map(({ visit }) => visit.id))
  const others = [...new Set([...moved, ...merged])].filter((id) => !described.has(id))
  const visitIds = [...described, ...others]
  if (visitIds.length > 0) await emit(tx, 'recognition.visitsChanged', { visitIds })
  return [...visits, ...(await describeVisits(tx, others))]
}

/** The reads of these visits by the visits' ids, without reads that leave or are new. */
async function staysOf(
  tx: Tx,
  visits: readonly VisitOfPlate[],
  without: ReadonlySet<string>,
): Promise<Map<string, NewRead[]>> {
  const staying = new Map<string, NewRead[]>(visits.map(({ id }) => [id, []]))
  if (visits.length === 0) return staying
  for (const read of await readsOfVisits(tx, visits))
    if (!without.has(readKey(read))) staying.get(read.visitId)?.push(read)
  return staying
}
