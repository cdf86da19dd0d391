import { steadyNow } from '@kingcar/runtime'

/** How long ago a call was sent, whatever the clocks of two machines say. */
export type RequestAges = {
  /**
   * Whether a call is older than it may get, and nobody waits for it any more.
   * @param from whoever sent it
   * @param sentAt unix milliseconds by its steady clock
   * @param patience milliseconds
   */
  isExpired(from: string, sentAt: number, patience: number): boolean
}

type Sender = {
  /** Least that calls of this while, and of the one before, seemed to be under way. Milliseconds. */
  least: number
  leastBefore: number
  /** When this while began. */
  since: number
  /** Calls that were too old, one after the other, and when the first of them came. */
  over: number
  overSince: number
}

/** Milliseconds of a while: for so long a clock that was set back keeps calls from being told apart. */
const span = 30_000
/**
 * Milliseconds and calls for which everything of a sender is too old before its clock must be another one than we thought:
 * of one that we do not know, and of one whose machine can only have been asleep, while a server that is slow for some
 * seconds is the more likely cause.
 */
const disbelief = { unheard: { ms: 1_000, calls: 2 }, known: { ms: 10_000, calls: 3 } }
/** Of a sender none of whose calls was in time. */
const unheard = Number.POSITIVE_INFINITY
/** Senders that are remembered; the one that was heard first goes first. */
const most = 256

/*
 * What a call seems to be under way, by the clock of its sender and ours, is the time that it was under way and the
 * difference of the two clocks. The fastest of a while was hardly under way at all, so what another one took longer than
 * that is its age. A server that was frozen, or we, hand over calls that are old by that measure; those of a clock that is
 * minutes off are not. Of a sender that was never heard the clock is believed to be right, until its calls have been too
 * old for a second. Nobody sets these clocks, but one stands still with a machine that sleeps.
 */

/** @param now our steady clock */
export function createRequestAges(now: () => number = steadyNow): RequestAges {
  const senders = new Map<string, Sender>()

  function remember(from: string, since: number, least: number): Sender {
    const [oldest] = senders.keys()
    if (senders.size >= most && oldest !== undefined) senders.delete(oldest)
    const sender = { least, leastBefore: least, since, over: 0, overSince: since }
    senders.set(from, sender)
    return sender
  }

  function learn(sender: Sender, at: number, apparent: number): void {
    if (Math.abs(at - sender.since) > span) {
      sender.leastBefore = sender.least
      sender.least = apparent
      sender.since = at
    }
    sender.least = Math.min(sender.least, apparent)
    sender.over = 0
  }

  return {
    isExpired(from, sentAt, patience) {
      const at = now()
      const apparent = at - sentAt
      const sender = senders.get(from) ?? remember(from, at, unheard)
      const fastest = Math.min(sender.least, sender.leastBefore)
      const isOld = apparent - (fastest === unheard ? 0 : fastest) >= patience
      if (!isOld) {
        learn(sender, at, apparent)
        return false
      }
      if (sender.over === 0) sender.overSince = at
      sender.over += 1
      const { ms, calls } = fastest === unheard ? disbelief.unheard : disbelief.known
      if (at - sender.overSince < ms || sender.over < calls) return true
      senders.delete(from)
      remember(from, at, apparent)
      return false
    },
  }
}
