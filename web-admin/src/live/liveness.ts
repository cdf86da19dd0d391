/*
 * Whether the other end of the socket is still alive. The library's heartbeat closes a silent socket after a minute. This
 * second check covers what the heartbeat cannot: a frozen page, a half-open socket, a handshake or an API call that hangs.
 */

/** Times are from this machine's clock, which also runs while the machine sleeps. */
export type Liveness = {
  /** The last check. */
  checkedAt: number
  /** The last sign of life from the socket: open, message, pong or close. */
  receivedAt: number
  /** The last extra ping, outside the heartbeat. */
  pingedAt: number | null
  /** When the socket was replaced because it was silent. */
  replacedAt: number | null
}

export const livenessAt = (now: number): Liveness => ({
  checkedAt: now,
  receivedAt: now,
  pingedAt: null,
  replacedAt: null,
})

/** Milliseconds between checks; also the longest wait for the pong of an extra ping. */
export const checkInterval = 5_000
/** A later check means that the page was frozen or the machine slept. Hidden pages are checked once a minute. */
const asleep = 60_000 + checkInterval
/** Longer than the silence that the heartbeat timeout and the slow retry interval can cause together. */
const silenceLimit = 90_000
/** How long a new socket may take until its first sign of life. */
const newSocketGrace = 60_000

/** `reconnect`: open a new socket immediately. `stuck`: the new socket is silent too; only a page reload may help. */
export type Verdict = 'fine' | 'reconnect' | 'stuck'

export function judgeLiveness({ checkedAt, receivedAt, pingedAt, replacedAt }: Liveness, now: number): Verdict {
  if (now - checkedAt > asleep) return 'reconnect'
  const replaced = replacedAt !== null && replacedAt >= receivedAt
  if (replaced) return now - replacedAt >= newSocketGrace ? 'stuck' : 'fine'
  const unanswered = pingedAt !== null && pingedAt > receivedAt && now - pingedAt >= checkInterval
  return unanswered || now - receivedAt > silenceLimit ? 'reconnect' : 'fine'
}

/** The state after a check. When the clock was set back, all times restart at `now`: times in the future would never expire. */
export function afterCheck(liveness: Liveness, verdict: Verdict, now: number): Liveness {
  const replacedAt = verdict === 'fine' ? liveness.replacedAt : now
  if (now < liveness.checkedAt) return { ...livenessAt(now), replacedAt: liveness.replacedAt === null ? null : now }
  return { ...liveness, checkedAt: now, replacedAt }
}
