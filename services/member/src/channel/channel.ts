import { type ChannelName, messageKinds } from '@kingcar/contract'
import { NonRetryableError } from '../task/task.ts'

export type Message = {
  /** E.164 for `talk` and `sms`, a registration token for `push`, an address for `mail`. */
  to: string
  /** Subject of a mail or a notification; a text message has one only if it is longer than an SMS. */
  subject: string
  text: string
  /** Id of the message, the same for each try, so that the receiver of a notification or a mail can drop a repetition. */
  id?: string
  /** For `talk`: the approved template, and the values of its variables. */
  template?: { id: string; variables: Record<string, string> }
  /** For `push`: what the app opens. */
  data?: Record<string, string>
}

/** Sends messages to one recipient each. */
export type Channel = {
  /**
   * Resolves when the provider has accepted the message. A message that is sent twice may arrive twice.
   * @throws RecipientGoneError if the recipient does not exist any more; NonRetryableError if a retry would fail in the
   * same way; RecipientUnavailableError if a retry may succeed later, and other recipients are not affected. Any other
   * error is worth a retry and affects all recipients, such as an account without a balance. No error contains the
   * recipient or the text
   */
  send(message: Message): Promise<void>
}

/** The configured channels; undefined for those that are not. */
export type Channels = Readonly<Record<ChannelName, Channel | undefined>>

/** The kinds of messages that are sent by AlimTalk: messages to members, and alerts to administrators. */
export const talkKinds = [...messageKinds, 'alert'] as const
/** Ids of approved templates. */
export type TalkTemplates = Readonly<Partial<Record<(typeof talkKinds)[number], string>>>

/** The provider will never reach this recipient again: for example, the app was uninstalled. */
export class RecipientGoneError extends NonRetryableError {
  override name = 'RecipientGoneError'
}

/** The provider does not reach this recipient now: for example, the mail server greylists. */
export class RecipientUnavailableError extends Error {
  override name = 'RecipientUnavailableError'
}
