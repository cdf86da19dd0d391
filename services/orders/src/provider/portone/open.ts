import type { Logger } from '@kingcar/runtime'
import type { Config } from '../../config.ts'
import { type PaymentProvider, ProviderUnreachable } from '../provider.ts'
import { type Call, type Caller, createCall } from './call.ts'
import { createPortOneProvider } from './client.ts'

/**
 * Opens the configured provider twice: for callers, and for jobs, which have longer deadlines. Each has a circuit breaker of
 * its own, so that timeouts of callers do not stop the jobs.
 * @param clockAheadMs milliseconds by which a moved clock is ahead of the provider's
 */
export function openProvider(config: Config, clockAheadMs: () => number, log: Logger): Record<Caller, PaymentProvider> {
  const { PORTONE_IMP_KEY: impKey, PORTONE_IMP_SECRET: impSecret, PORTONE_BASE_URL: baseUrl } = config
  const channel = { sandbox: config.PORTONE_SANDBOX, channelKey: config.PORTONE_CHANNEL_KEY, clockAheadMs }
  const open = (call: Call) => createPortOneProvider(call, channel)
  if (impKey && impSecret) {
    // a clock that is moved also passes the seconds for which a circuit breaker is open
    const account = { baseUrl, impKey, impSecret, now: () => performance.now() + clockAheadMs() }
    return { forCallers: open(createCall(account)), forWorkers: open(createCall(account, 'forWorkers')) }
  }
  log.warn('PORTONE_IMP_KEY and PORTONE_IMP_SECRET are not set: payments unavailable')
  const unconfigured = open(() => Promise.reject(new ProviderUnreachable('no payment provider is configured')))
  return { forCallers: unconfigured, forWorkers: unconfigured }
}
