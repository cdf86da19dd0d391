import { steadyNow } from '@kingcar/runtime'

/** Returns the age of a call, even if the clocks of caller and service differ. */
export type RequestAges = {
  /**
   * True if a call is older than its time limit, so that its caller has given up.
   * @param from identifies the caller's process
   * @param sentAt by the caller's steady clock, Unix milliseconds
   * @param timeLimit milliseconds
   */
  isExpired(from: string, sentAt: number, timeLimit: number): boolean
}

type Sender = {
  /** Smallest apparent transit time of this window and of the previous one, in ms. */
  minTransit: number
  previousMinTransit: number
  windowStart: number
  /** Number of consecutive expired calls, and when the first of them arrived. */
  expiredCount: number
  expiredSince: number
}

/** Length of a window, in ms. If a caller's clock falls back a little, its calls seem too old for one to two windows. */
const window = 30_000
/**
 * After this many milliseconds and calls in which every call of a sender expired, the sender's clock offset is measured
 * again. For a known sender the time is longer: its offset changes only if its machine was suspended, while a server
 * that is slow for some seconds is more likely.
 */
const remeasureAfter = { unknown: { ms: 1_000, calls: 2 }, known: { ms: 10_000, calls: 3 } }
/** The transit time of a sender of which no call has been in time yet. */
const notMeasured = Number.POSITIVE_INFINITY
/** Largest number of tracked senders; the one tracked the longest is evicted first. */
const maxSenders = 256

/*
 * The apparent transit time of a call (receiver's clock minus `sentAt`) is its true transit time plus the offset of the two
 * clocks. The fastest call of a window was hardly delayed, so the excess over its transit time is the age of another call.
 * By this measure a call that a frozen server or process delivers late is old, and a call of a caller whose clock is minutes
 * off is not. The offset of an unknown sender is taken as zero until all its calls have expired for a second. Steady clocks
 * are never set, but a suspended machine stops its clock.
 */

/** @param now the steady clock of this process */
export function createRequestAges(now: () => number = steadyNow): RequestAges {
  const senders = new Map<string, Sender>()

  function track(from: string, at: number, transit: number): Sender {
    const [oldest] = senders.keys()
    if (senders.size >= maxSenders && oldest !== undefined) senders.delete(oldest)
    const sender = {
      minTransit: transit,
      previousMinTransit: transit,
      windowStart: at,
      expiredCount: 0,
      expiredSince: at,
    }
    senders.set(from, sender)
    return sender
  }

  function measure(sender: Sender, at: number, transit: number): void {
    if (Math.abs(at - sender.windowStart) > window) {
      sender.previousMinTransit = sender.minTransit
      sender.minTransit = transit
      sender.windowStart = at
    }
    sender.minTransit = Math.min(sender.minTransit, transit)
    sender.expiredCount = 0
  }

  return {
    isExpired(from, sentAt, timeLimit) {
      const at = now()
      const transit = at - sentAt
      const sender = senders.get(from) ?? track(from, at, notMeasured)
      const fastest = Math.min(sender.minTransit, sender.previousMinTransit)
      const isExpired = transit - (fastest === notMeasured ? 0 : fastest) >= timeLimit
      if (!isExpired) {
        measure(sender, at, transit)
        return false
      }
      if (sender.expiredCount === 0) sender.expiredSince = at
      sender.expiredCount += 1
      const { ms, calls } = fastest === notMeasured ? remeasureAfter.unknown : remeasureAfter.known
      if (at - sender.expiredSince < ms || sender.expiredCount < calls) return true
      senders.delete(from)
      track(from, at, transit)
      return false
    },
  }
}
