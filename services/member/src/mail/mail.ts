import type { Config } from '../config.ts'

/** Sends mail. */
export type Mail = {
  /**
   * Resolves when the mail server has accepted the message. A message that is sent twice may arrive twice.
   * @throws NonRetryableError if a retry would fail in the same way; any other error is worth a retry. No error contains the
   *   address or the text
   */
  send(message: MailMessage): Promise<void>
}
/** `id` is the same for each try, so that mail programs detect a mail that arrived twice. */
export type MailMessage = { to: string; subject: string; text: string; id?: string }

/** `outbox`: a table that developers read. `none`: nothing is sent. */
type MailProvider = 'smtp' | 'outbox' | 'none'

/** SMTP where a server is configured; otherwise `outbox`, in production `none`. */
export const mailProviderOf = ({ SMTP_URL, NODE_ENV }: Pick<Config, 'SMTP_URL' | 'NODE_ENV'>): MailProvider =>
  SMTP_URL ? 'smtp' : NODE_ENV === 'production' ? 'none' : 'outbox'
