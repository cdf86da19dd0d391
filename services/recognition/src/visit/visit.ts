import { manualDeviceId } from '../read/read.ts'

/**
 * Definition: a visit is a maximal chain of accepted reads of one plate at one store in which neighbours in time are at
 * most the revisit window apart, and between which the car did not leave. A departure is a read of a device with the role
 * `exit`, or with the direction `out`, that would otherwise be accepted. A read at the time of a departure comes before
 * it. The plate of a read is that of its track (`read/track.ts`), or the plate as read if it has none. The window in force
 * when the later of two neighbours arrived decides. Stored reads are evaluated again, and a visit split, only where a
 * read shows that others of its track belong to another plate, or that the car left in between (`rearrange.ts`). With a
 * constant window, visits depend only on the set of reads, and not on their order, batches or repetitions.
 *
 * A visit ends with the first departure after its last read that is before the next visit and at most a day later
 * (`departure.ts`). Nothing else depends on that time, so it is not stored.
 */

/** Times are Unix milliseconds. */
export type VisitState = {
  firstReadAt: number
  lastReadAt: number
  /** Arrival of the first of its reads to arrive. */
  receivedAt: number
  /** The device of its earliest read; at equal times the smallest id, with `manualDeviceId` last. */
  deviceId: string
  reads: number
  /** True if all of its reads were late. */
  late: boolean
}
export type StoredVisit = VisitState & { id: string }
export type NewRead = { recognizedAt: number; receivedAt: number; deviceId: string }

/** The new state of a visit; `id` is null for a new one. `absorbed` visits are merged into it. */
export type VisitChange = VisitState & { id: string | null; absorbed: readonly string[] }

/** A read that is older than this at its arrival is late (milliseconds). */
const lateAfter = 10 * 60_000

/** `arrives`: true if it is new; false for a stored visit. */
type Link = VisitState & { id: string | null; arrives: boolean }
type Chain = Link & { absorbed: string[]; changed: boolean; endIsNew: boolean }

/**
 * Decides which visits of one plate at one store begin, grow and merge because of arrivals. An arrival is a new
 * accepted read, or a whole visit that moves from a misread plate and keeps its id.
 * @param stored unmerged visits of that plate and store, at least those in reach: the latest one that began no later than the
 * earliest arrival, and all later ones up to the window after the end of the latest arrival; the car did not leave within one
 * @param revisitMs the window in force (milliseconds)
 * @param departures when the car left, at least where visits or arrivals meet
 */
export function chainReads(
  stored: readonly StoredVisit[],
  arriving: readonly (NewRead | StoredVisit)[],
  revisitMs: number,
  departures: readonly number[] = [],
): VisitChange[] {
  const chains: Chain[] = []
  let chain: Chain | undefined
  const links = [...stored.map((visit): Link => ({ ...visit, arrives: false })), ...arriving.map(linkOf)]
  for (const link of links.sort(byStart)) {
    if (chain && reaches(chain, link, revisitMs, departures)) extend(chain, link)
    else {
      chain = { ...link, absorbed: [], changed: link.arrives, endIsNew: link.arrives }
      chains.push(chain)
    }
  }
  return chains.filter(({ changed }) => changed).map(({ changed, endIsNew, arrives, ...change }) => change)
}

function linkOf(arrival: NewRead | StoredVisit): Link {
  if ('id' in arrival) return { ...arrival, arrives: true }
  const { recognizedAt: at, receivedAt, deviceId } = arrival
  const late = receivedAt - at > lateAfter
  return { id: null, arrives: true, firstReadAt: at, lastReadAt: at, receivedAt, deviceId, reads: 1, late }
}

/** At equal times the stored visit comes first, so that an arrival falls into it. */
const byStart = (a: Link, b: Link) => a.firstReadAt - b.firstReadAt || Number(a.arrives) - Number(b.arrives)

function reaches(chain: Chain, link: Link, revisitMs: number, departures: readonly number[]): boolean {
  const gap = link.firstReadAt - chain.lastReadAt
  if (gap > 0 && departures.some((at) => chain.lastReadAt <= at && at < link.firstReadAt)) return false
  return gap <= 0 || (gap <= revisitMs && (chain.endIsNew || link.arrives))
}

function extend(chain: Chain, link: Link): void {
  if (link.arrives || chain.id === null) chain.changed = true
  if (chain.id === null) chain.id = link.id
  else if (link.id !== null) {
    chain.absorbed.push(link.id)
    chain.changed = true
  }
  if (link.firstReadAt === chain.firstReadAt && comesBefore(link.deviceId, chain.deviceId))
    chain.deviceId = link.deviceId
  if (link.lastReadAt > chain.lastReadAt) {
    chain.lastReadAt = link.lastReadAt
    chain.endIsNew = link.arrives
  }
  chain.receivedAt = Math.min(chain.receivedAt, link.receivedAt)
  chain.reads += link.reads
  chain.late &&= link.late
}

const comesBefore = (deviceId: string, other: string) =>
  deviceId !== manualDeviceId && (other === manualDeviceId || deviceId < other)
