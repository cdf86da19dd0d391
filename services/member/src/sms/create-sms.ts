import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { Config } from '../config.ts'
import { NonRetryableError } from '../task/task.ts'
import { createOutbox } from './outbox.ts'
import { effectiveSmsProvider, type Sms } from './sms.ts'
import { createSolapi } from './solapi.ts'

/** Returns the sender of the configured provider. Warns if none is configured. */
export function createSms(config: Config, db: Pick<Database, 'transaction'>, log: Logger): Sms {
  switch (effectiveSmsProvider(config)) {
    case 'outbox':
      return createOutbox(db)
    case 'solapi':
      return createSolapi(config)
    case 'none':
      log.warn('no SMS provider configured (SMS_PROVIDER): phones cannot be verified')
      return { send: () => Promise.reject(new NonRetryableError('no SMS provider configured')) }
  }
}
