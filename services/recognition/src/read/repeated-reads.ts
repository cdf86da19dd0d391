import { durables } from '@kingcar/bus'
import type { Read } from './read.ts'

/**
 * Largest number of milliseconds between two reads of one pass: a camera reads a car several times a second while the
 * car is in view.
 */
const passMs = 5_000
/**
 * Largest number of remembered plates: as many as reads can be in flight. If a plate was forgotten, its next read is
 * processed without waiting.
 */
const maxRemembered = durables['recognition-reads'].maxAckPending

/** The plates that this process has just recorded at stores. */
export type RepeatedReads = {
  /**
   * True if the plate of a read was recorded in the same pass, so that the read only adds to the count of its visit: reads further
   * apart than `windowMs` are two visits.
   */
  has(read: Read, windowMs: number): boolean
  /** Remembers a read that is in a visit. */
  note(read: Read): void
  /** Forgets the plate of a read that ends its visit. */
  forget(read: Read): void
}

export function createRepeatedReads(): RepeatedReads {
  const recorded = new Map<string, number>()
  return {
    has(read, windowMs) {
      if (read.candidates !== null || read.trackId !== null) return false // such reads may belong to another plate
      const last = recorded.get(keyOf(read))
      return last !== undefined && Math.abs(read.recognizedAt - last) < Math.min(passMs, windowMs)
    },
    note(read) {
      const key = keyOf(read)
      recorded.delete(key)
      recorded.set(key, read.recognizedAt)
      for (const oldest of recorded.keys()) {
        if (recorded.size <= maxRemembered) break
        recorded.delete(oldest)
      }
    },
    forget: (read) => void recorded.delete(keyOf(read)),
  }
}

const keyOf = ({ storeId, carNumber }: Read) => `${storeId} ${carNumber}`
