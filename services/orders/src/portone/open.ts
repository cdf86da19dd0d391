import type { Logger } from '@kingcar/runtime'
import type { Config } from '../config.ts'
import { Away, type PaymentProvider } from '../payment/provider.ts'
import { createCall } from './call.ts'
import { createPortOne } from './client.ts'

/**
 * The provider that the configuration names.
 * @param ahead milliseconds by which our time is ahead of the provider's
 */
export function openProvider(config: Config, ahead: () => number, log: Logger): PaymentProvider {
  const { PORTONE_IMP_KEY: impKey, PORTONE_IMP_SECRET: impSecret, PORTONE_BASE_URL: baseUrl } = config
  const channel = { sandbox: config.PORTONE_SANDBOX, channelKey: config.PORTONE_CHANNEL_KEY, ahead }
  if (impKey && impSecret) return createPortOne(createCall({ baseUrl, impKey, impSecret }), channel)
  log.warn('PORTONE_IMP_KEY and PORTONE_IMP_SECRET are not set: nobody can pay')
  return createPortOne(() => Promise.reject(new Away('there is no payment provider')), channel)
}
