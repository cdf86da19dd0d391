import { setTimeout as wait } from 'node:timers/promises'

/**
 * Sustained messages per second of a device. The server allows 20, with bursts of 1,000; this uses a tenth less of both,
 * since messages that are sent apart may arrive together.
 */
export const sustainedRate = 18
const burst = 900

/** Limits messages to the rate of a device. It starts empty, since the previous process may have used up the burst. */
export class TokenBucket {
  #tokens = 0
  #filledAt = performance.now()

  /** Waits until another message may be sent; returns false if the signal aborts. */
  async take(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      this.#fill()
      if (signal.aborted) return false
      if (this.#tokens >= 1) break
      const missing = (1 - this.#tokens) / sustainedRate
      await wait(Math.ceil(missing * 1_000), undefined, { signal }).catch(() => undefined) // aborted: checked above
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
