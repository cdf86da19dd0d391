import { backOff } from './back-off.ts'
import type { Entry } from './line.ts'

type Failure = { times: number; turn: number; arrivals: number; isOwn: boolean; pauses: boolean }

/*
 * Which reads may be sent, so that none holds up those behind it.
 *
 * A read that fails lets the others go first until one of them arrives or all have failed. In the latter case the server is
 * probed: they come again one by one, so that none takes the others with it. A read that fails again although others arrived
 * since fails for a reason of its own: from then on it pauses by itself, longer each time, and the device rests no more for
 * it. It is not given up, since the reason may pass.
 */
export class Turns {
  /** Whether one at a time is to be sent. */
  probing = false

  readonly #failures = new WeakMap<Entry, Failure>()
  readonly #onPauseEnd: () => void
  #turn = 0
  #arrivals = 0

  constructor(onPauseEnd: () => void) {
    this.#onPauseEnd = onPauseEnd
  }

  has(entry: Entry): boolean {
    const failure = this.#failures.get(entry)
    return !failure || (failure.isOwn ? !failure.pauses : failure.turn < this.#turn)
  }

  /** Whether a read waits by itself. */
  pauses(entry: Entry): boolean {
    return this.#failures.get(entry)?.pauses ?? false
  }

  /** All that wait have failed: they have their turn again. */
  beginAnew(): void {
    this.#turn += 1
    this.probing = true
  }

  arrived(): void {
    this.#turn += 1
    this.#arrivals += 1
    this.probing = false
  }

  /** Notes a failure. True where its reason is the read's own, which then pauses. */
  failed(entry: Entry): boolean {
    const before = this.#failures.get(entry)
    const isOwn = before !== undefined && (before.isOwn || before.arrivals < this.#arrivals)
    const times = (before?.times ?? 0) + 1
    const failure = { times, turn: this.#turn, arrivals: this.#arrivals, isOwn, pauses: isOwn }
    this.#failures.set(entry, failure)
    if (isOwn) this.#pause(failure)
    return isOwn
  }

  #pause(failure: Failure): void {
    const end = () => {
      failure.pauses = false
      this.#onPauseEnd()
    }
    setTimeout(end, backOff(failure.times)).unref()
  }
}
