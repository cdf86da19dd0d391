import { ProviderOutcomeUnknown, ProviderUnreachable } from './provider.ts'

/** Consecutive failures that open the breaker, and milliseconds until the next trial call. */
const maxFailures = 5
const openMs = 5_000

export type CircuitBreaker = <T>(call: () => Promise<T>) => Promise<T>

/**
 * A circuit breaker: after five consecutive failures calls fail immediately with ProviderUnreachable for five seconds. Then
 * one trial call passes, whose success closes the breaker. A refusal counts as a success.
 * @param now milliseconds of a monotonic clock
 */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0
  let openUntil = 0
  return async (call) => {
    if (failures >= maxFailures) {
      if (now() < openUntil) throw new ProviderUnreachable('circuit breaker open: the provider does not respond')
      openUntil = now() + openMs // only this call is the trial
    }
    try {
      const result = await call()
      failures = 0
      return result
    } catch (error) {
      if (!(error instanceof ProviderUnreachable || error instanceof ProviderOutcomeUnknown)) failures = 0
      else if (++failures >= maxFailures) openUntil = now() + openMs
      throw error
    }
  }
}
