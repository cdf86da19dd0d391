import type { PlateAtStore } from '../read/read.ts'
import { chainReads, type NewRead, type StoredVisit, type VisitChange } from './visit.ts'

/** A change of a visit of this plate. */
export type PlateChange = PlateAtStore & VisitChange
export type VisitOfPlate = PlateAtStore & StoredVisit
export type ReadOfPlate = PlateAtStore & NewRead
/** A read that leaves a visit of its plate and counts for the plate `to` from now on. */
export type LeavingRead = ReadOfPlate & { to: string }
/** A visit without reads left, which moves to the plate for which its earliest read counts. */
export type EmptiedVisit = VisitOfPlate & { to: string }

export type Rearranged = { changes: PlateChange[]; emptied: EmptiedVisit[] }

/** When the car with a plate left a store (Unix milliseconds), by `plateAtStoreKey`. */
export type Departures = ReadonlyMap<string, readonly number[]>

export const plateAtStoreKey = ({ storeId, carNumber }: PlateAtStore) => `${storeId} ${carNumber}`

/** `chainReads` for several plates and stores. */
export function chainByPlate(
  stored: readonly VisitOfPlate[],
  arriving: readonly ReadOfPlate[],
  revisitMs: number,
  departures: Departures,
): PlateChange[] {
  const visits = Map.groupBy(stored, plateAtStoreKey)
  return [...Map.groupBy(arriving, plateAtStoreKey)].flatMap(([key, reads]): PlateChange[] => {
    const [{ storeId, carNumber }] = reads as [ReadOfPlate]
    const changes = chainReads(visits.get(key) ?? [], reads, revisitMs, departures.get(key))
    return changes.map((change) => ({ ...change, storeId, carNumber }))
  })
}

/** The visits that lose these reads. */
export const visitsLeft = (stored: readonly VisitOfPlate[], leaving: readonly LeavingRead[]): VisitOfPlate[] =>
  stored.filter((visit) => leaving.some((read) => isWithin(visit, read)))

/** The visits within which the car left. */
export const visitsCut = (stored: readonly VisitOfPlate[], departures: Departures): VisitOfPlate[] =>
  stored.filter(({ firstReadAt, lastReadAt, ...visit }) =>
    departures.get(plateAtStoreKey(visit))?.some((at) => firstReadAt <= at && at < lastReadAt),
  )

/**
 * Decides how visits change when reads leave their plates, others arrive, and cars turn out to have left. If a visit
 * loses reads, or the car left within it, it is built again from the remaining reads: its earliest part keeps the id,
 * the other parts are new visits. A visit without reads left moves to the visit in which its earliest read is now: the
 * earliest of all visits there keeps its id, and the others are merged into it.
 * @param stored the data that `chainReads` needs, for the plates that lose or get reads
 * @param staying the remaining reads of each visit of `visitsLeft` and `visitsCut`, by the visit's id
 * @param arriving new reads, and reads from another plate
 */
export function rearrange(
  stored: readonly VisitOfPlate[],
  staying: ReadonlyMap<string, readonly NewRead[]>,
  leaving: readonly LeavingRead[],
  arriving: readonly ReadOfPlate[],
  revisitMs: number,
  departures: Departures,
): Rearranged {
  const before = new Map(stored.map((visit) => [visit.id, visit]))
  const parts = stored.flatMap((visit) => partsOf(visit, staying.get(visit.id), revisitMs, departures))
  const changes = chainByPlate(parts, arriving, revisitMs, departures)
  const changed = new Set(changes.flatMap(({ id, absorbed }) => (id === null ? absorbed : [id, ...absorbed])))
  const shrunk = parts.filter(({ id }) => !changed.has(id) && (staying.has(id) || !before.has(id)))
  changes.push(...shrunk.map((part) => ({ ...part, absorbed: [] })))
  const emptied = stored
    .filter(({ id }) => staying.get(id)?.length === 0)
    .map((visit) => ({ ...visit, to: earliestOf(visit, leaving).to }))
  return { changes: changes.map((change) => nameChange(change, before, leaving, emptied)), emptied }
}

/** The parts into which a visit is split; a part that is a new visit has an unused id. */
function partsOf(
  visit: VisitOfPlate,
  staying: readonly NewRead[] | undefined,
  revisitMs: number,
  departures: Departures,
): VisitOfPlate[] {
  if (!staying) return [visit]
  const { id, storeId, carNumber } = visit
  return chainReads([], staying, revisitMs, departures.get(plateAtStoreKey(visit))).map(
    ({ absorbed: _, ...part }, at) => ({
      ...part,
      ...{ id: at === 0 ? id : `${id} ${at}`, storeId, carNumber },
    }),
  )
}

/** Gives a chain the id of the earliest of its visits, and merges the others into that one. */
function nameChange(
  { id, absorbed, ...change }: PlateChange,
  before: ReadonlyMap<string, VisitOfPlate>,
  leaving: readonly LeavingRead[],
  emptied: readonly EmptiedVisit[],
): PlateChange {
  const own = [id ?? '', ...absorbed].flatMap((each) => before.get(each) ?? [])
  const come = emptied.filter((visit) => {
    const { storeId, to: carNumber } = visit
    const isThere = plateAtStoreKey({ storeId, carNumber }) === plateAtStoreKey(change)
    return isThere && covers(change, earliestOf(visit, leaving))
  })
  const [first, ...others] = [...own, ...come].sort((a, b) => a.firstReadAt - b.firstReadAt || (a.id < b.id ? -1 : 1))
  return { ...change, id: first?.id ?? null, absorbed: others.map((visit) => visit.id) }
}

/** The earliest of the reads that leave a visit. */
function earliestOf(visit: VisitOfPlate, leaving: readonly LeavingRead[]): LeavingRead {
  const ofVisit = leaving.filter((read) => isWithin(visit, read))
  const [first] = ofVisit.sort((a, b) => a.recognizedAt - b.recognizedAt || (a.to < b.to ? -1 : 1))
  if (!first) throw new Error('no read leaves the visit')
  return first
}

const isWithin = (visit: VisitOfPlate, read: LeavingRead) =>
  plateAtStoreKey(visit) === plateAtStoreKey(read) && covers(visit, read)

const covers = (
  { firstReadAt, lastReadAt }: Pick<StoredVisit, 'firstReadAt' | 'lastReadAt'>,
  { recognizedAt }: Pick<NewRead, 'recognizedAt'>,
) => firstReadAt <= recognizedAt && recognizedAt <= lastReadAt
