/** Socket states, by the names that the console logs. */
export type SocketState = 'connecting' | 'open' | 'closing' | 'closed' | 'uninstantiated'

/** The connection as the screen shows it. Times in milliseconds from this machine's clock. */
export type ConnectionState = {
  state: SocketState
  /** When the connection was lost or first failed to open; null while it is open. */
  lostAt: number | null
  /** Whether it has ever been open. */
  wasOpen: boolean
  /** Number of retries since it was lost, including the one that is scheduled. */
  attempt: number
  /** When the next retry starts; null while an attempt runs. */
  retryAt: number | null
  /** Whether the server refuses this socket because the session has its maximum. */
  full: boolean
}

export const initialConnection: ConnectionState = {
  state: 'uninstantiated',
  lostAt: null,
  wasOpen: false,
  attempt: 0,
  retryAt: null,
  full: false,
}

/** Milliseconds. A shorter outage is not shown. */
const shortOutage = 3_000
/** Milliseconds of outage after which the shown data is marked as outdated. */
const staleAfter = 60_000

export type ConnectionPhase = 'connecting' | 'open' | 'retrying' | 'stale'

/** The phase to show on the screen. */
export function connectionPhase(connection: ConnectionState, now: number): ConnectionPhase {
  const lost = connection.lostAt === null ? 0 : now - connection.lostAt
  if (lost > staleAfter) return 'stale'
  if (lost >= shortOutage) return 'retrying'
  return connection.wasOpen ? 'open' : 'connecting'
}

/** This many attempts at `interval` milliseconds, then attempts at `slowInterval` for as long as the page is open. */
const reconnection = { attempts: 20, interval: 5_000, slowInterval: 30_000 } as const
export const heartbeat = { message: 'ping', returnMessage: 'pong', interval: 25_000, timeout: 60_000 } as const

/** Close code "Service Restart" (IANA registry of RFC 6455): this gateway, or another one, accepts connections again soon. */
export const restartCode = 1012
/** Number of early attempts; together they take about as long as a gateway needs to start. */
const restartAttempts = 3

/**
 * Milliseconds until the next attempt; `attempt` counts from 0, `random` is in 0..1. The jitter of ±10 % keeps a hundred
 * screens that lost their connection together from reconnecting together. When the server announced a restart, the first
 * attempts come sooner and are spread wider.
 */
export function retryDelay(attempt: number, random: number, restarting = false): number {
  if (restarting && attempt < restartAttempts) return Math.round(500 + 2_500 * random)
  const interval = attempt < reconnection.attempts ? reconnection.interval : reconnection.slowInterval
  return Math.round(interval * (0.9 + 0.2 * random))
}
