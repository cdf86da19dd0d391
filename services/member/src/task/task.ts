/** One piece of work outside of this process; ids and sealed secrets, nothing that a reader of the table could use. */
export type Task =
  /** The SMS with the code of a phone verification. */
  | { kind: 'sendCode'; verificationId: string }
  /** Apple's code for the refresh token that revokes the member's grant one day. */
  | { kind: 'exchangeAppleCode'; memberId: string; subject: string; clientId: string; sealedCode: string }
  | { kind: 'revokeApple'; clientId: string; sealedToken: string }
  | { kind: 'unlinkKakao'; userId: string }
  | { kind: 'revokeNaver'; sealedToken: string }

/** What does each kind of work. A rejection means: again, later. */
export type TaskWorkers = { [K in Task['kind']]: (task: Extract<Task, { kind: K }>) => Promise<void> }

/** Another try would end the same way. */
export class NonRetryableError extends Error {
  override name = 'Hopeless'
}

const firstWait = 1
const longestWait = 15 * 60

/** Seconds until the next try of what failed so often: doubled each time, up to a quarter of an hour. */
export const retryDelay = (attempts: number) => Math.min(longestWait, firstWait * 2 ** Math.max(0, attempts - 1))
