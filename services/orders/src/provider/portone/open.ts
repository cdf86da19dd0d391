import type { Logger } from '@kingcar/runtime'
import type { Config } from '../../config.ts'
import { type PaymentProvider, ProviderUnreachable } from '../provider.ts'
import { type Call, type Caller, createCall } from './call.ts'
import { createPortOneProvider } from './client.ts'

/**
 * The provider that the configuration names: as callers wait for it, and for workers, who may wait for longer. What one of
 * them finds to be too slow is no reason for the other to wait no more.
 * @param clockAheadMs milliseconds by which our time is ahead of the provider's
 */
export function openProvider(config: Config, clockAheadMs: () => number, log: Logger): Record<Caller, PaymentProvider> {
  const { PORTONE_IMP_KEY: impKey, PORTONE_IMP_SECRET: impSecret, PORTONE_BASE_URL: baseUrl } = config
  const channel = { sandbox: config.PORTONE_SANDBOX, channelKey: config.PORTONE_CHANNEL_KEY, clockAheadMs }
  const open = (call: Call) => createPortOneProvider(call, channel)
  if (impKey && impSecret) {
    const account = { baseUrl, impKey, impSecret }
    return { forCallers: open(createCall(account)), forWorkers: open(createCall(account, 'forWorkers')) }
  }
  log.warn('PORTONE_IMP_KEY and PORTONE_IMP_SECRET are not set: nobody can pay')
  const nobody = open(() => Promise.reject(new ProviderUnreachable('there is no payment provider')))
  return { forCallers: nobody, forWorkers: nobody }
}
