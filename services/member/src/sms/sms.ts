import type { Config } from '../config.ts'

/** Where short messages go out. */
export type Sms = {
  /**
   * Resolves once the provider has taken the message. One that was given twice may arrive twice.
   * @param message `to` in E.164; `text` within 90 bytes of EUC-KR
   * @throws Hopeless where another try would end the same way; any other error is worth one. None tells number or text
   */
  send(message: { to: string; text: string }): Promise<void>
}

/** `outbox`: a table that developers read. `none`: nothing goes out. */
export type SmsProvider = NonNullable<Config['SMS_PROVIDER']>

/** The provider that is set; where none is, a table, and in production nothing. */
export const effectiveSmsProvider = ({
  SMS_PROVIDER,
  NODE_ENV,
}: Pick<Config, 'SMS_PROVIDER' | 'NODE_ENV'>): SmsProvider =>
  SMS_PROVIDER ?? (NODE_ENV === 'production' ? 'none' : 'outbox')
