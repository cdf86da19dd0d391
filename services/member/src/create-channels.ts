import type { Database } from '@kingcar/db'
import { type Logger, listOf } from '@kingcar/runtime'
import { type Channel, type Channels, type TalkTemplates, talkKinds } from './channel/channel.ts'
import type { Config } from './config.ts'
import { createMail } from './mail/create-mail.ts'
import { type Mail, mailProviderOf } from './mail/mail.ts'
import { createFcm } from './push/fcm.ts'
import { readServiceAccount } from './push/service-account.ts'
import { createSms } from './sms/create-sms.ts'
import { outboxWriter } from './sms/outbox.ts'
import { effectiveSmsProvider, type Sms } from './sms/sms.ts'
import { createSolapiTalk } from './sms/solapi.ts'

/**
 * Returns the channels of the configured providers, and the senders of codes and mails, which fail if no provider is
 * configured. If SMS go to the outbox, AlimTalk and notifications without a provider go there too.
 */
export function createChannels(
  config: Config,
  db: Pick<Database, 'transaction'>,
  log: Logger,
): { channels: Channels; sms: Sms; mail: Mail } {
  const sms = createSms(config, db, log)
  const mail = createMail(config, db, log)
  const smsProvider = effectiveSmsProvider(config)
  const account = readServiceAccount(config)
  const outboxOf = (channel: 'talk' | 'push'): Channel => {
    const write = outboxWriter(db)
    return { send: ({ to, subject, text }) => write({ channel, recipient: to, subject, text }) }
  }
  return {
    sms,
    mail,
    channels: {
      talk:
        smsProvider === 'outbox'
          ? outboxOf('talk')
          : smsProvider === 'solapi' && config.SOLAPI_PF_ID
            ? createSolapiTalk(config)
            : undefined,
      sms: smsProvider === 'none' ? undefined : sms,
      push: account ? createFcm(config.FCM_URL, account) : smsProvider === 'outbox' ? outboxOf('push') : undefined,
      mail: mailProviderOf(config) === 'none' ? undefined : mail,
    },
  }
}

/** The approved templates of AlimTalk by kind of message; the outbox takes any. */
export const talkTemplatesOf = (config: Config): TalkTemplates =>
  effectiveSmsProvider(config) === 'outbox'
    ? Object.fromEntries(talkKinds.map((kind) => [kind, kind]))
    : Object.fromEntries(listOf(config.SOLAPI_TEMPLATES).map((each) => each.split('=')))
