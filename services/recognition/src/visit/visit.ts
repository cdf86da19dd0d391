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
  /** The device of its earliest read; the smallest id where several read at that instant. */
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

type Link = VisitState & { id: string | null }
type Chain = Link & { absorbed: string[]; changed: boolean; endIsNew: boolean }

/**
 * What new accepted reads of one plate at one store make of its visits: which begin, lengthen and join.
 * @param stored visits of that plate and store that are not merged, at least those that the reads can reach: the latest
 * that began no later than the earliest read, and every one after it up to the window past the latest read
 * @param revisitMs the window in force, milliseconds
 */
export function chainReads(
  stored: readonly StoredVisit[],
  reads: readonly NewRead[],
  revisitMs: number,
): VisitChange[] {
  const chains: Chain[] = []
  let chain: Chain | undefined
  for (const link of [...stored, ...reads.map(linkOf)].sort(byStart)) {
    if (chain && reaches(chain, link, revisitMs)) extend(chain, link)
    else {
      const isNew = link.id === null
      chain = { ...link, absorbed: [], changed: isNew, endIsNew: isNew }
      chains.push(chain)
    }
  }
  return chains.filter(({ changed }) => changed).map(({ changed, endIsNew, ...change }) => change)
}

function linkOf({ recognizedAt, receivedAt, deviceId }: NewRead): Link {
  const late = receivedAt - recognizedAt > lateAfter
  return { id: null, firstReadAt: recognizedAt, lastReadAt: recognizedAt, receivedAt, deviceId, reads: 1, late }
}

/** At the same instant the stored visit comes first, so that the read falls inside it. */
const byStart = (a: Link, b: Link) => a.firstReadAt - b.firstReadAt || Number(a.id === null) - Number(b.id === null)

function reaches(chain: Chain, link: Link, revisitMs: number): boolean {
  const gap = link.firstReadAt - chain.lastReadAt
  return gap <= 0 || (gap <= revisitMs && (chain.endIsNew || link.id === null))
}

function extend(chain: Chain, link: Link): void {
  const isNew = link.id === null
  if (isNew || chain.id === null) chain.changed = true
  if (chain.id === null) chain.id = link.id
  else if (link.id !== null) {
    chain.absorbed.push(link.id)
    chain.changed = true
  }
  if (link.firstReadAt === chain.firstReadAt && link.deviceId < chain.deviceId) chain.deviceId = link.deviceId
  if (link.lastReadAt > chain.lastReadAt) {
    chain.lastReadAt = link.lastReadAt
    chain.endIsNew = isNew
  }
  chain.receivedAt = Math.min(chain.receivedAt, link.receivedAt)
  chain.reads += link.reads
  chain.late &&= link.late
}
