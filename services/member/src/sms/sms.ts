import type { Config } from '../config.ts'

/** Sends short messages. */
export type Sms = {
  /**
   * Resolves when the provider has accepted the message. A message that is sent twice may arrive twice.
   * @param message `to` in E.164; `subject` of a text of more than 90 bytes
   * @throws NonRetryableError if a retry would fail in the same way; any other error is worth a retry. No error
   *   contains the number or the text
   */
  send(message: { to: string; text: string; subject?: string }): Promise<void>
}

/** `outbox`: a table that developers read. `none`: nothing is sent. */
export type SmsProvider = NonNullable<Config['SMS_PROVIDER']>

/** The configured provider. By default `outbox`, in production `none`. */
export const effectiveSmsProvider = ({
  SMS_PROVIDER,
  NODE_ENV,
}: Pick<Config, 'SMS_PROVIDER' | 'NODE_ENV'>): SmsProvider =>
  SMS_PROVIDER ?? (NODE_ENV === 'production' ? 'none' : 'outbox')

/** Bytes of an SMS; a longer text is sent as an LMS. */
export const longestSms = 90

/** Bytes of a text in the encoding of phones (CP949): one for an ASCII character, two for any other. */
export const smsBytes = (text: string): number => text.replace(/[^\0-\x7f]/g, 'xx').length
