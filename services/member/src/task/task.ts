/** A call to another system. It holds only ids and encrypted secrets, which are useless to a reader of the table. */
export type Task =
  /** Sends the SMS of a phone verification. */
  | { kind: 'sendCode'; verificationId: string }
  | { kind: 'sendAlertPhoneCode'; verificationId: string }
  | { kind: 'sendMail'; memberId: string; topic: MailTopic }
  /** Mails an invitation to the address that it names. */
  | { kind: 'mailInvitation'; invitationId: string; sealedToken: string }
  /** Mails a link to set a password, if an administrator has the email. */
  | { kind: 'mailPasswordLink'; sealedEmail: string }
  /** Mails an administrator about a sign-in from another device or network, at a time in ISO 8601. */
  | { kind: 'mailNewDevice'; adminId: string; device: string | null; at: string }
  | { kind: 'mailAdmin'; adminId: string; topic: AdminMailTopic }
  /** Alerts about a sign-in from another device or network. */
  | { kind: 'alertNewDevice'; adminId: string; at: string }
  /** Mails an administrator about alerts. */
  | { kind: 'mailAlerts'; adminId: string; alertIds: string[] }
  /** Sends alerts to an administrator by AlimTalk or SMS. */
  | { kind: 'talkAlerts'; adminId: string; alertIds: string[] }
  /** Exchanges Apple's code for the refresh token that can revoke the member's grant later. */
  | { kind: 'exchangeAppleCode'; memberId: string; subject: string; clientId: string; sealedCode: string }
  | { kind: 'revokeApple'; clientId: string; sealedToken: string }
  | { kind: 'unlinkKakao'; userId: string }
  | { kind: 'revokeNaver'; sealedToken: string }

/** Topics of mails to members. */
export type MailTopic = 'phoneReleased'
/** Topics of mails to administrators: changes of what protects the sign-in. */
export type AdminMailTopic =
  | 'passwordReset'
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'factorsChanged'
  | 'secondFactorReset'

/** One function for each kind of task. A rejection means: retry later, unless it is a NonRetryableError. */
export type TaskWorkers = { [K in Task['kind']]: (task: Extract<Task, { kind: K }>) => Promise<void> }

/** A retry would fail in the same way. */
export class NonRetryableError extends Error {
  override name = 'NonRetryableError'
}

const shortestDelay = 1
const longestDelay = 15 * 60

/** Seconds until the next attempt after this many: exponential backoff, at most 15 minutes. */
export const retryDelay = (attempts: number) => Math.min(longestDelay, shortestDelay * 2 ** Math.max(0, attempts - 1))
