import type { RingEntry } from './event.ts'

export type RingLimits = { events: number; bytes: number }

/** The latest events in order of sequence, limited by count and by the bytes of their frames. */
export type Ring = {
  /** The newest known sequence; 0 if there was none. */
  readonly last: number
  /** The oldest sequence from which nothing is missing; `last + 1` if the ring is empty. */
  readonly first: number
  /**
   * Adds an event, unless it is older than one of the same visit. After a gap in the sequence, earlier events are
   * dropped.
   */
  push(entry: RingEntry): void
  /** Skips a sequence without an event. */
  skip(sequence: number): void
  /** Drops everything; the next event is the one after this sequence. */
  restart(last: number): void
  /** The entries after a sequence, oldest first. */
  after(sequence: number): Iterable<RingEntry>
}

/** Evicted places before the array is compacted, because compacting copies it. */
const compactAfter = 1_024

export function createRing(limits: RingLimits, startsAfter: number): Ring {
  /** Indexes before `head` are empty. */
  let entries: (RingEntry | undefined)[] = []
  let head = 0
  let bytes = 0
  let first = startsAfter + 1
  let last = startsAfter
  /** The newest revision of each visit in the ring. */
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

  /** Index of the first entry after a sequence, by binary search. */
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
