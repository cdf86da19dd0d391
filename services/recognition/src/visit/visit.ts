import { manualDeviceId } from '../read/read.ts'

/**
 * What a visit is: a maximal chain of accepted reads of one plate at one store whose neighbours in time are at most the
 * revisit window apart. Two neighbours are judged by the window in force when the later of the two arrived, so reads
 * that were stored before are never judged again, and a visit never falls apart. With one window throughout, visits are
 * a function of the set of reads: neither order nor batching nor repetition matters.
 */

/** Instants are Unix milliseconds. */
export type VisitState = {
  firstReadAt: number
  lastReadAt: number
  /** When its first read to arrive arrived. */
  receivedAt: number
  /** The device of its earliest read; the smallest id where several read at that instant, `byHand` after all others. */
  deviceId: string
  reads: number
  /** All of its reads were late. */
  late: boolean
}
export type StoredVisit = VisitState & { id: string }
export type NewRead = { recognizedAt: number; receivedAt: number; deviceId: string }

/** A visit as it is from now on: begun where `id` is null; `absorbed` visits are merged into it. */
export type VisitChange = VisitState & { id: string | null; absorbed: readonly string[] }

/** A read that is older than this on arrival is late: milliseconds. */
const lateAfter = 10 * 60_000

/** `arrives`: it was not there when its neighbours were judged. */
type Link = VisitState & { id: string | null; arrives: boolean }
type Chain = Link & { absorbed: string[]; changed: boolean; endIsNew: boolean }

/**
 * What arrives at one plate at one store makes of its visits: which begin, lengthen and join. What arrives is a new
 * accepted read, or a whole visit of another plate that was misread: it moves as it is, under its own id.
 * @param stored visits of that plate and store that are not merged, at least those in reach: the latest that began no
 * later than the earliest arrival, and every one after it up to the window past the end of the latest arrival
 * @param revisitMs the window in force, milliseconds
 */
export function chainReads(
  stored: readonly StoredVisit[],
  arriving: readonly (NewRead | StoredVisit)[],
  revisitMs: number,
): VisitChange[] {
  const chains: Chain[] = []
  let chain: Chain | undefined
  const links = [...stored.map((visit): Link => ({ ...visit, arrives: false })), ...arriving.map(linkOf)]
  for (const link of links.sort(byStart)) {
    if (chain && reaches(chain, link, revisitMs)) extend(chain, link)
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

/** At the same instant the stored visit comes first, so that what arrives falls inside it. */
const byStart = (a: Link, b: Link) => a.firstReadAt - b.firstReadAt || Number(a.arrives) - Number(b.arrives)

function reaches(chain: Chain, link: Link, revisitMs: number): boolean {
  const gap = link.firstReadAt - chain.lastReadAt
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
