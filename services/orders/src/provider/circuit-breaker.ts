import { Away, Unknown } from './provider.ts'

/** Failures in a row after which nobody waits for the provider any more, and milliseconds until it is tried again. */
const enough = 5
const pause = 5_000

export type Breaker = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Keeps calls from a provider that does not answer: after five failures in a row they fail at once for five seconds; then
 * one is let through, and its success closes the matter. A refusal is an answer.
 * @param now milliseconds of a clock that only goes forward
 */
export function createBreaker(now: () => number = () => performance.now()): Breaker {
  let failures = 0
  let closedUntil = 0
  return async (call) => {
    if (failures >= enough) {
      if (now() < closedUntil) throw new Away('the provider has not answered lately')
      closedUntil = now() + pause // the others wait for what this one finds
    }
    try {
      const answer = await call()
      failures = 0
      return answer
    } catch (error) {
      if (!(error instanceof Away || error instanceof Unknown)) failures = 0
      else if (++failures >= enough) closedUntil = now() + pause
      throw error
    }
  }
}
