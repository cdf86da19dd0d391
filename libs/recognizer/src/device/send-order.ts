import { backOff } from '../link/back-off.ts'
import type { Entry } from '../spool/line.ts'

type Failure = { times: number; round: number; acknowledgements: number; isOwn: boolean; pauses: boolean }

/**
 * Decides which reads may be sent, so that a read that fails does not block those behind it.
 *
 * After a failure the other reads are sent first, until one of them is acknowledged or all have failed. If all have
 * failed, the device probes the server with one read at a time, so that a bad read does not make others fail. A read
 * that fails again although others were acknowledged in between has a fault of its own: from then on it pauses alone,
 * longer each time, and the device does not pause for it. It is never dropped for that, because the fault may be
 * temporary.
 */
export class SendOrder {
  /** True while only one read at a time may be sent. */
  probing = false

  readonly #failures = new WeakMap<Entry, Failure>()
  readonly #onPauseEnd: () => void
  #round = 0
  #acknowledgements = 0

  constructor(onPauseEnd: () => void) {
    this.#onPauseEnd = onPauseEnd
  }

  maySend(entry: Entry): boolean {
    const failure = this.#failures.get(entry)
    return !failure || (failure.isOwn ? !failure.pauses : failure.round < this.#round)
  }

  /** True while a read pauses for its own fault. */
  isPausing(entry: Entry): boolean {
    return this.#failures.get(entry)?.pauses ?? false
  }

  /** Starts a new round after all waiting reads have failed. */
  startRound(): void {
    this.#round += 1
    this.probing = true
  }

  acknowledged(): void {
    this.#round += 1
    this.#acknowledgements += 1
    this.probing = false
  }

  /** Records a failure. Returns true if it is the read's own fault; the read then pauses. */
  failed(entry: Entry): boolean {
    const before = this.#failures.get(entry)
    const isOwn = before !== undefined && (before.isOwn || before.acknowledgements < this.#acknowledgements)
    const times = (before?.times ?? 0) + 1
    const failure = { times, round: this.#round, acknowledgements: this.#acknowledgements, isOwn, pauses: isOwn }
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
