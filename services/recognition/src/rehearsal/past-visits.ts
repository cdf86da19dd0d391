import { plateClass } from '../plate/misreadings.ts'
import { manualDeviceId, type PlateAtStore } from '../read/read.ts'
import { type Evidence, isDoubtful, maxEvidence } from '../visit/doubt.ts'
import { chainReads, type VisitState } from '../visit/visit.ts'
import type { Windows } from '../visit/windows.ts'
import { inTracks, type PastDevice, type PastRead, rejectionWith } from './past-read.ts'

/** The settings on which visits depend; windows in milliseconds. */
export type VisitSettings = Windows & { minimumConfidence: number }

/** A visit that follows from stored reads. */
export type PastVisit = PlateAtStore &
  VisitState & {
    id: string
    doubtfulReads: number
    /** Confidence of its best read. */
    confidence: number
    /** The picture of the best read that has one, and the confidence of that read. */
    image: { id: string; confidence: number } | null
  }

/** The visits of one store with one set of settings, computed from its reads day by day. */
export type PastVisits = {
  /**
   * Adds all reads from the end of the previous call until `until`, in order of their time; a track is in one call. Returns the visits
   * to which no later read can belong.
   */
  add(reads: readonly PastRead[], until: number): PastVisit[]
  /** The visits of all reads that were added and not returned. */
  end(): PastVisit[]
  /** Whether a later read can belong to a visit of this plate. */
  isOpen(carNumber: string): boolean
}

/**
 * Applies the rules of arriving reads (`read/read.ts`, `read/track.ts`, `visit/visit.ts`, `visit/doubt.ts`) to reads in
 * order of their time. It holds the visits that later reads can still join, and the reads whose doubt depends on later
 * ones.
 * @param lagMs how long a read waits for later ones; at least the time within which plates are compared
 */
export function createPastVisits(
  settings: VisitSettings,
  lagMs: number,
  deviceOf: (deviceId: string) => PastDevice | undefined,
): PastVisits {
  const { revisitMs, lookalikeMs, minimumConfidence } = settings
  let held: PastRead[] = []
  let chainedUntil = -Infinity
  let begun = 0
  const open = new Map<string, PastVisit>()
  const departures = new Map<string, number[]>()

  function arrive(reads: readonly PastRead[]): void {
    const accepted: PastRead[] = []
    for (const read of reads) {
      const rejected = rejectionWith(read, minimumConfidence, deviceOf(read.deviceId))
      if (rejected === null) accepted.push(read)
      else if (rejected === 'direction') {
        const times = departures.get(read.carNumber)
        if (times) times.push(read.recognizedAt)
        else departures.set(read.carNumber, [read.recognizedAt])
      }
    }
    held = [...held, ...inTracks(accepted)]
  }

  function chainUntil(until: number): PastVisit[] {
    const due = held.filter(({ recognizedAt }) => recognizedAt >= chainedUntil && recognizedAt < until)
    const doubtful = doubtfulOf(due, held, lookalikeMs)
    chainedUntil = until
    held = held.filter(({ recognizedAt }) => recognizedAt >= until - lookalikeMs)
    const closed = [...Map.groupBy(due, ({ carNumber }) => carNumber)].flatMap(([carNumber, ofPlate]) =>
      extend(carNumber, ofPlate, doubtful),
    )
    return [...closed, ...closeUntil(until)]
  }

  /** Chains reads of a plate to its open visit; returns the visits that ended before the last one. */
  function extend(carNumber: string, arriving: readonly PastRead[], doubtful: ReadonlySet<PastRead>): PastVisit[] {
    const { storeId } = arriving[0] as PastRead
    const before = open.get(carNumber)
    const changes = chainReads(before ? [before] : [], arriving, revisitMs, departures.get(carNumber))
    const extended = changes.some(({ id }) => id !== null)
    let taken = 0 // each read is in one change, and both are in order
    const visits = changes
      .sort((a, b) => a.firstReadAt - b.firstReadAt)
      .map(({ absorbed: _, ...change }): PastVisit => {
        const since = taken
        while ((arriving[taken]?.recognizedAt ?? Infinity) <= change.lastReadAt) taken += 1
        const own = arriving.slice(since, taken)
        begun += change.id === null ? 1 : 0
        return {
          ...change,
          ...{ id: change.id ?? String(begun), storeId, carNumber },
          ...describe(own, doubtful, change.id === null ? undefined : before),
        }
      })
    const last = visits.pop()
    if (last) open.set(carNumber, last)
    return before && !extended ? [before, ...visits] : visits
  }

  function closeUntil(until: number): PastVisit[] {
    const closed = [...open.values()].filter((visit) => joinableUntil(visit, revisitMs) < until)
    for (const { carNumber } of closed) open.delete(carNumber)
    for (const [carNumber, times] of departures) {
      const since = open.get(carNumber)?.lastReadAt ?? until
      const later = times.filter((at) => at >= since)
      if (later.length === 0) departures.delete(carNumber)
      else departures.set(carNumber, later)
    }
    return closed
  }

  return {
    add(reads, until) {
      arrive(reads)
      return chainUntil(until - lagMs)
    },
    end: () => chainUntil(Infinity),
    isOpen: (carNumber) => open.has(carNumber),
  }
}

/** The latest time at which a read can join a visit. */
const joinableUntil = ({ ownWindow, lastReadAt }: VisitState, revisitMs: number): number =>
  ownWindow ? Math.max(ownWindow.until, (ownWindow.plainAt ?? -Infinity) + revisitMs) : lastReadAt + revisitMs

function describe(
  reads: readonly PastRead[],
  doubtful: ReadonlySet<PastRead>,
  before: PastVisit | undefined,
): Pick<PastVisit, 'doubtfulReads' | 'confidence' | 'image'> {
  let { doubtfulReads, confidence, image } = before ?? { doubtfulReads: 0, confidence: 0, image: null }
  for (const read of reads) {
    if (doubtful.has(read)) doubtfulReads += 1
    confidence = Math.max(confidence, read.confidence)
    if (read.imageId !== null && read.confidence > (image?.confidence ?? -1))
      image = { id: read.imageId, confidence: read.confidence }
  }
  return { doubtfulReads, confidence, image }
}

/** The doubtful reads of `due`. @param near reads in order of their time, with all of `due` and those near them */
function doubtfulOf(due: readonly PastRead[], near: readonly PastRead[], lookalikeMs: number): Set<PastRead> {
  const doubtful = new Set<PastRead>()
  if (lookalikeMs === 0) return doubtful
  const isDue = new Set(due)
  const plates = Map.groupBy(near, ({ carNumber }) => carNumber)
  for (const alike of similarGroups(plates)) {
    if (alike.length < 2) continue
    const reads = alike.flatMap((plate) => plates.get(plate) ?? []).sort((a, b) => a.recognizedAt - b.recognizedAt)
    const evidence = reads.map(evidenceOf)
    let [first, end] = [0, 0]
    for (const [at, read] of reads.entries()) {
      while ((reads[first] as PastRead).recognizedAt < read.recognizedAt - lookalikeMs) first += 1
      while (end < reads.length && (reads[end] as PastRead).recognizedAt <= read.recognizedAt + lookalikeMs) end += 1
      if (!isDue.has(read) || end - first > maxEvidence) continue
      if (isDoubtful(evidence[at] as Evidence, evidence.slice(first, end), lookalikeMs)) doubtful.add(read)
    }
  }
  return doubtful
}

/** Groups of plates that can be similar: plates of one class, and plates that are candidates of each other's reads. */
function similarGroups(plates: ReadonlyMap<string, readonly PastRead[]>): Set<string[]> {
  const groups = Map.groupBy(plates.keys(), plateClass)
  const groupOf = (plate: string) => groups.get(plateClass(plate)) ?? []
  for (const [plate, reads] of plates)
    for (const candidate of new Set(reads.flatMap(({ candidates }) => candidates))) {
      const [group, other] = [groupOf(plate), groupOf(candidate)]
      if (!plates.has(candidate) || group === other) continue
      for (const joining of other) groups.set(plateClass(joining), group)
      group.push(...other)
    }
  return new Set(groups.values())
}

const evidenceOf = (read: PastRead): Evidence => {
  const { storeId, carNumber, deviceId, readId, confidence, recognizedAt, corrected, candidates } = read
  const isCertain = corrected || deviceId === manualDeviceId
  return { storeId, carNumber, deviceId, readId, confidence, recognizedAt, candidates, isCertain }
}
