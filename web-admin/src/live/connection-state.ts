/** The socket's states, by the names under which they are logged. */
export type LinkState = 'connecting' | 'open' | 'closing' | 'closed' | 'uninstantiated'

/** The connection as the screen sees it. Times in milliseconds by this machine's clock. */
export type Link = {
  state: LinkState
  /** Since when it has been lost, failed first attempts included; null while all is well. */
  lostAt: number | null
  /** Whether it was ever open. */
  wasOpen: boolean
  /** Retries since it was lost, the one that is being waited for included. */
  attempt: number
  /** When the next retry starts; null while one runs. */
  retryAt: number | null
}

export const unlinked: Link = { state: 'uninstantiated', lostAt: null, wasOpen: false, attempt: 0, retryAt: null }

/** Outages shorter than this are not worth a word. */
const silence = 3_000
/** From here on, what is on show is called old. */
const stale = 60_000

export type LinkPhase = 'connecting' | 'open' | 'retrying' | 'stale'

/** What to tell people who look at the screen. */
export function linkPhase(link: Link, now: number): LinkPhase {
  const lost = link.lostAt === null ? 0 : now - link.lostAt
  if (lost > stale) return 'stale'
  if (lost >= silence) return 'retrying'
  return link.wasOpen ? 'open' : 'connecting'
}

/** The defaults of the live socket: so many attempts at this pace, then the slow one for as long as the screen stands. */
const reconnection = { attempts: 20, interval: 5_000, slowInterval: 30_000 } as const
export const heartbeat = { message: 'ping', returnMessage: 'pong', interval: 25_000, timeout: 60_000 } as const

/** Close code of a server that restarts (RFC 6455, registry): it, or the one beside it, is there again in a moment. */
export const restartCode = 1012
/** So many attempts are made in the seconds that a gateway takes to start. */
const restartAttempts = 3

/**
 * Milliseconds until the next attempt, `attempt` counting from 0: give or take a tenth, so that a hundred screens that
 * were cut off together do not return together. Where the server said that it restarts the first ones come sooner, spread
 * wider. `random` in 0..1.
 */
export function retryDelay(attempt: number, random: number, restarting = false): number {
  if (restarting && attempt < restartAttempts) return Math.round(500 + 2_500 * random)
  const interval = attempt < reconnection.attempts ? reconnection.interval : reconnection.slowInterval
  return Math.round(interval * (0.9 + 0.2 * random))
}
