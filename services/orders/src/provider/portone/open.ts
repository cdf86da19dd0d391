import type { Logger } from '@kingcar/runtime'
import type { Config } from '../../config.ts'
import { Away, type PaymentProvider } from '../provider.ts'
import { type Call, createCall, type Patience } from './call.ts'
import { createPortOne } from './client.ts'

/**
 * The provider that the configuration names: as callers wait for it, and for workers, who may wait for longer. What one of
 * them finds to be too slow is no reason for the other to wait no more.
 * @param ahead milliseconds by which our time is ahead of the provider's
 */
export function openProvider(config: Config, ahead: () => number, log: Logger): Record<Patience, PaymentProvider> {
  const { PORTONE_IMP_KEY: impKey, PORTONE_IMP_SECRET: impSecret, PORTONE_BASE_URL: baseUrl } = config
  const channel = { sandbox: config.PORTONE_SANDBOX, channelKey: config.PORTONE_CHANNEL_KEY, ahead }
  const open = (call: Call) => createPortOne(call, channel)
  if (impKey && impSecret) {
    const account = { baseUrl, impKey, impSecret }
    return { forCallers: open(createCall(account)), forWorkers: open(createCall(account, 'forWorkers')) }
  }
  log.warn('PORTONE_IMP_KEY and PORTONE_IMP_SECRET are not set: nobody can pay')
  const nobody = open(() => Promise.reject(new Away('there is no payment provider')))
  return { forCallers: nobody, forWorkers: nobody }
}
