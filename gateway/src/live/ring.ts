import type { RingEntry } from './event.ts'

export type RingLimits = { events: number; bytes: number }

/** The last events in the order of their sequences, bounded by count and bytes of their frames. */
export type Ring = {
  /** The newest sequence that is known; 0 when there was none ever. */
  readonly last: number
  /** From here on nothing is missing; one past `last` when nothing is kept. */
  readonly first: number
  /** Keeps an event, unless a newer one of its visit came before it. After a jump what was before is forgotten. */
  push(entry: RingEntry): void
  /** Passes over a sequence that holds no event. */
  skip(sequence: number): void
  /** Forgets everything and starts after this sequence. */
  restart(last: number): void
  /** The entries after a sequence, the oldest first. */
  after(sequence: number): Iterable<RingEntry>
}

/** How many evicted places may stand before the array is cut: cutting each time would copy it each time. */
const compactAfter = 1_024

export function createRing(limits: RingLimits, startsAfter: number): Ring {
  /** Places before `head` are empty. */
  let entries: (RingEntry | undefined)[] = []
  let head = 0
  let bytes = 0
  let first = startsAfter + 1
  let last = startsAfter
  /** Of each visit that is kept the newest revision. */
  const revisions = new Map<string, number>()

  const restart = (sequence: number) => {
    entries = []
    revisions.clear()
    head = 0
    bytes = 0
    first = sequence + 1
    last = sequence
  }

  const advanceTo = (sequence: number) => {
    if (sequence !== last + 1) restart(sequence - 1)
    last = sequence
  }

  const evict = () => {
    const entry = entries[head]
    if (entry) {
      first = entry.sequence + 1
      bytes -= entry.frame.length
      if (revisions.get(entry.visitId) === entry.revision) revisions.delete(entry.visitId)
    }
    entries[head] = undefined
    head += 1
    if (head < compactAfter || head * 2 < entries.length) return
    entries = entries.slice(head)
    head = 0
  }

  /** Index of the first entry after a sequence, by bisection. */
  const indexAfter = (sequence: number): number => {
    let low = head
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((entries[middle]?.sequence ?? 0) > sequence) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    get last() {
      return last
    },
    get first() {
      return first
    },
    push(entry) {
      advanceTo(entry.sequence)
      if ((revisions.get(entry.visitId) ?? 0) > entry.revision) return
      revisions.set(entry.visitId, entry.revision)
      entries.push(entry)
      bytes += entry.frame.length
      while (entries.length - head > limits.events || bytes > limits.bytes) evict()
    },
    skip: advanceTo,
    restart,
    *after(sequence) {
      for (let index = indexAfter(sequence); index < entries.length; index++) yield entries[index] as RingEntry
    },
  }
}
