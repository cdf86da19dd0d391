import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { Config } from '../config.ts'
import { Hopeless } from '../task/task.ts'
import { createOutbox } from './outbox.ts'
import { type Sms, smsProviderOf } from './sms.ts'
import { createSolapi } from './solapi.ts'

/** Makes what sends for the provider that is set; warns where that is nothing. */
export function openSms(config: Config, db: Pick<Database, 'transaction'>, log: Logger): Sms {
  switch (smsProviderOf(config)) {
    case 'outbox':
      return createOutbox(db)
    case 'solapi':
      return createSolapi(config)
    case 'none':
      log.warn('no SMS provider (SMS_PROVIDER): no code goes out, and nobody can verify a phone')
      return { send: () => Promise.reject(new Hopeless('no SMS provider')) }
  }
}
