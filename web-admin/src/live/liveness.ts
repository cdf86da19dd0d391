/*
 * Whether anybody is still at the other end. The library's heartbeat closes a silent socket after a minute; this is what
 * stands behind it, for a page that was frozen, a socket that only seems open, a handshake or a call that hangs.
 */

/** What is known of the line. Times by this machine's clock, which goes on while the machine sleeps. */
export type Line = {
  /** The last look at it. */
  lookedAt: number
  /** The last thing that came of the socket: opened, message, pong or close. */
  heardAt: number
  /** When a sign of life was asked for out of turn. */
  askedAt: number | null
  /** When it was given up for a new socket for lack of signs. */
  replacedAt: number | null
}

export const lineAt = (now: number): Line => ({ lookedAt: now, heardAt: now, askedAt: null, replacedAt: null })

/** Milliseconds between looks, and the patience with a sign of life that was asked for. */
export const lookEvery = 5_000
/** A look that comes later than this: the page was frozen, or the machine slept. Hidden pages look once a minute. */
const asleep = 60_000 + lookEvery
/** Longer than the heartbeat and the slow pace of retries together may be silent. */
const deaf = 90_000
/** How long a new socket may take to show that it lives. */
const patience = 60_000

/** `reconnect`: with a new socket, at once. `stuck`: that did not help either, only a new page may. */
export type Verdict = 'fine' | 'reconnect' | 'stuck'

export function judge({ lookedAt, heardAt, askedAt, replacedAt }: Line, now: number): Verdict {
  if (now - lookedAt > asleep) return 'reconnect'
  const replaced = replacedAt !== null && replacedAt >= heardAt
  if (replaced) return now - replacedAt >= patience ? 'stuck' : 'fine'
  const unanswered = askedAt !== null && askedAt > heardAt && now - askedAt >= lookEvery
  return unanswered || now - heardAt > deaf ? 'reconnect' : 'fine'
}

/** The line after a look. Times ahead of a clock that was set back would never grow old: they begin anew. */
export function looked(line: Line, verdict: Verdict, now: number): Line {
  const replacedAt = verdict === 'fine' ? line.replacedAt : now
  if (now < line.lookedAt) return { ...lineAt(now), replacedAt: line.replacedAt === null ? null : now }
  return { ...line, lookedAt: now, replacedAt }
}
