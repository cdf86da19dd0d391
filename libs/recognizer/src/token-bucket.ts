import { setTimeout as wait } from 'node:timers/promises'

/**
 * Messages a second that a device sends for ever. It may send 20, with bursts of 1,000; a tenth less is used of both, since
 * messages that leave apart may arrive together.
 */
export const sustainedRate = 18
const burst = 900

/** Lets messages pass at the rate of a device. It starts empty: nobody knows what the process before this one used up. */
export class TokenBucket {
  #tokens = 0
  #filledAt = performance.now()

  /** Waits until one message more may be sent; false when the signal says that none is to be sent any more. */
  async take(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      this.#fill()
      if (signal.aborted) return false
      if (this.#tokens >= 1) break
      const missing = (1 - this.#tokens) / sustainedRate
      await wait(Math.ceil(missing * 1_000), undefined, { signal }).catch(() => undefined) // aborted: seen above
    }
    this.#tokens -= 1
    return true
  }

  #fill(): void {
    const now = performance.now()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1_000) * sustainedRate)
    this.#filledAt = now
  }
}
