import { manualDeviceId } from '../read/read.ts'

/**
 * Definition: two accepted reads of one plate at one store belong to one visit if the later one is within the revisit
 * window of the earlier one, and the car did not leave in between. All reads that are connected in this way belong to
 * the same visit. The revisit window of a read is that of its device, or else the setting. A departure is a read of a
 * device with the role `exit`, or with the direction `out`, that would otherwise be accepted. A read at the time of a
 * departure comes before it. The plate of a read is that of its track (`read/track.ts`), or the plate as read if it has
 * none. A device's window is the one in force when the read was processed; the setting is the one in force when the
 * later of two neighbours arrived. Stored reads are evaluated again, and a visit is split, only if a read shows that
 * others of its track belong to another plate, or that the car left in between (`rearrange.ts`). With a constant
 * setting, visits depend only on the set of reads, and not on their order, batches or repetitions.
 *
 * A visit ends with the first departure after its last read that is before the next visit and at most a day later
 * (`departure.ts`), which is stored with it for the figures.
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
  /** Missing if all of its reads use the setting. */
  ownWindow?: OwnWindow | undefined
}
/** For a visit with reads whose devices have a revisit window of their own: the latest end of these windows. */
export type OwnWindow = {
  until: number
  /** Time of its last read that uses the setting; null if there is none. */
  plainAt: number | null
}
export type StoredVisit = VisitState & { id: string }
export type NewRead = {
  recognizedAt: number
  receivedAt: number
  deviceId: string
  /** The window of its device (milliseconds); null or missing if the setting applies. */
  ownWindowMs?: number | null
}

/** The new state of a visit; `id` is null for a new one. `absorbed` visits are merged into it. */
export type VisitChange = VisitState & { id: string | null; absorbed: readonly string[] }

/** Age in milliseconds from which a read that arrives is late. */
const lateAfter = 10 * 60_000

/** `arrives` is true for an arrival, and false for a stored visit. */
type Link = VisitState & { id: string | null; arrives: boolean }
/** `plainIsNew`: whether its last read that uses the setting is an arrival. */
type Chain = Link & { absorbed: string[]; changed: boolean; plainIsNew: boolean }

/**
 * Decides which visits of one plate at one store begin, grow and merge because of arrivals. An arrival is a new
 * accepted read, or a whole visit that moves from a misread plate and keeps its id.
 * @param stored unmerged visits of that plate and store, at least those in reach: the latest one that began no later
 * than the earliest arrival, and all later ones up to one window after the end of the latest arrival; the car did not
 * leave within any of them
 * @param revisitMs the setting in force (milliseconds)
 * @param departures when the car left, at least for the times between neighbouring visits or arrivals
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
      chain = { ...link, absorbed: [], changed: link.arrives, plainIsNew: link.arrives }
      chains.push(chain)
    }
  }
  return chains.filter(({ changed }) => changed).map(({ changed, plainIsNew, arrives, ...change }) => change)
}

function linkOf(arrival: NewRead | StoredVisit): Link {
  if ('id' in arrival) return { ...arrival, arrives: true }
  const { recognizedAt: at, receivedAt, deviceId, ownWindowMs = null } = arrival
  const late = receivedAt - at > lateAfter
  const ownWindow = ownWindowMs === null ? undefined : { until: at + ownWindowMs, plainAt: null }
  return { id: null, arrives: true, firstReadAt: at, lastReadAt: at, receivedAt, deviceId, reads: 1, late, ownWindow }
}

/** At equal times the stored visit comes first, so that an arrival falls into it. */
const byStart = (a: Link, b: Link) => a.firstReadAt - b.firstReadAt || Number(a.arrives) - Number(b.arrives)

function reaches(chain: Chain, link: Link, revisitMs: number, departures: readonly number[]): boolean {
  const gap = link.firstReadAt - chain.lastReadAt
  if (gap > 0 && departures.some((at) => chain.lastReadAt <= at && at < link.firstReadAt)) return false
  if (gap <= 0 || (chain.ownWindow && link.firstReadAt <= chain.ownWindow.until)) return true
  const plainAt = plainAtOf(chain)
  return plainAt !== null && link.firstReadAt - plainAt <= revisitMs && (chain.plainIsNew || link.arrives)
}

/** Time of the last read of a visit that uses the setting; null if there is none. */
const plainAtOf = ({ ownWindow, lastReadAt }: Pick<VisitState, 'ownWindow' | 'lastReadAt'>): number | null =>
  ownWindow ? ownWindow.plainAt : lastReadAt

function joinWindows(a: VisitState, b: VisitState): OwnWindow | undefined {
  if (!a.ownWindow && !b.ownWindow) return undefined
  const plain = [plainAtOf(a), plainAtOf(b)].filter((at) => at !== null)
  return {
    until: Math.max(a.ownWindow?.until ?? 0, b.ownWindow?.until ?? 0),
    plainAt: plain.length > 0 ? Math.max(...plain) : null,
  }
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
  if ((plainAtOf(link) ?? Number.NEGATIVE_INFINITY) > (plainAtOf(chain) ?? Number.NEGATIVE_INFINITY))
    chain.plainIsNew = link.arrives
  chain.ownWindow = joinWindows(chain, link)
  chain.lastReadAt = Math.max(chain.lastReadAt, link.lastReadAt)
  chain.receivedAt = Math.min(chain.receivedAt, link.receivedAt)
  chain.reads += link.reads
  chain.late &&= link.late
}

const comesBefore = (deviceId: string, other: string) =>
  deviceId !== manualDeviceId && (other === manualDeviceId || deviceId < other)
