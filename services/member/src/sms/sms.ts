import type { Config } from '../config.ts'

/** Sends short messages. */
export type Sms = {
  /**
   * Resolves when the provider has accepted the message. A message that is sent twice may arrive twice.
   * @param message `to` in E.164; `text` within 90 bytes of EUC-KR
   * @throws NonRetryableError if a retry would fail in the same way; any other error is worth a retry. No error
   *   contains the number or the text
   */
  send(message: { to: string; text: string }): Promise<void>
}

/** `outbox`: a table that developers read. `none`: nothing is sent. */
export type SmsProvider = NonNullable<Config['SMS_PROVIDER']>

/** The configured provider. By default `outbox`, in production `none`. */
export const effectiveSmsProvider = ({
  SMS_PROVIDER,
  NODE_ENV,
}: Pick<Config, 'SMS_PROVIDER' | 'NODE_ENV'>): SmsProvider =>
  SMS_PROVIDER ?? (NODE_ENV === 'production' ? 'none' : 'outbox')
