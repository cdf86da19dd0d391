import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { Config } from '../config.ts'
import { outboxWriter } from '../sms/outbox.ts'
import { NonRetryableError } from '../task/task.ts'
import { type Mail, mailProviderOf } from './mail.ts'
import { createSmtp } from './smtp.ts'

/** Returns the sender of the configured provider. Warns if none is configured. */
export function createMail(config: Config, db: Pick<Database, 'transaction'>, log: Logger): Mail {
  switch (mailProviderOf(config)) {
    case 'smtp':
      return createSmtp(config)
    case 'outbox': {
      const write = outboxWriter(db)
      return { send: ({ to, subject, text }) => write({ channel: 'mail', recipient: to, subject, text }) }
    }
    case 'none':
      log.warn('no mail server configured (SMTP_URL): no mail is sent')
      return { send: () => Promise.reject(new NonRetryableError('no mail server configured')) }
  }
}
