import { ProviderOutcomeUnknown, ProviderUnreachable } from './provider.ts'

/** Failures in a row after which nobody waits for the provider any more, and milliseconds until it is tried again. */
const maxFailures = 5
const openMs = 5_000

export type CircuitBreaker = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Keeps calls from a provider that does not answer: after five failures in a row they fail at once for five seconds; then
 * one is let through, and its success closes the matter. A refusal is an answer.
 * @param now milliseconds of a clock that only goes forward
 */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0
  let openUntil = 0
  return async (call) => {
    if (failures >= maxFailures) {
      if (now() < openUntil) throw new ProviderUnreachable('the provider has not answered lately')
      openUntil = now() + openMs // the others wait for what this one finds
    }
    try {
      const answer = await call()
      failures = 0
      return answer
    } catch (error) {
      if (!(error instanceof ProviderUnreachable || error instanceof ProviderOutcomeUnknown)) failures = 0
      else if (++failures >= maxFailures) openUntil = now() + openMs
      throw error
    }
  }
}
