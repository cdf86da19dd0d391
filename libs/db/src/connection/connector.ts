import type { Logger } from '@kingcar/runtime'
import { unavailable } from './errors.ts'
import type { DatabaseMetrics } from './metrics.ts'
import { rotatingPassword } from './rotating-password.ts'
import { type ServerSettings, Session, type SessionOptions } from './session.ts'

/** Milliseconds after a failed connection without a new attempt. The time is short, so that recovery is quick. */
const backOff = 200
/**
 * Milliseconds between two checks for late statements, which run only while there are statements. Deadlines are in
 * seconds.
 */
const sweepEvery = 200

type Target = { url: string; schema: string; name: string; log: Logger; metrics?: DatabaseMetrics | undefined }
type Kind = Pick<SessionOptions, 'deadlineMs'> & { settings: ServerSettings; onDeath?: (session: Session) => void }

/** Opens sessions, closes late ones, and fails fast while PostgreSQL is known to be unreachable. */
export class Connector {
  readonly #target: Target
  readonly #password: SessionOptions['password']
  readonly #live = new Set<Session>()
  readonly #sweeps = new Set<(now: number) => boolean>()
  #timer: NodeJS.Timeout | undefined
  #retryAt = 0
  #unreachable = false

  constructor(target: Target) {
    this.#target = target
    this.#password = rotatingPassword(target.url)
  }

  /** Returns a session that connects with its first statement. Throws UNAVAILABLE for 200 ms after a failed connection. */
  open({ onDeath, ...kind }: Kind): Session {
    if (performance.now() < this.#retryAt) throw unavailable()
    const { url, schema, name, metrics } = this.#target
    const session = new Session({
      url,
      password: this.#password,
      schema,
      name,
      ...kind,
      onStatement: () => this.watch(),
      onReady: () => this.#reached(),
      onFailure: metrics?.statementFailed,
      onDeath: (dead, reason) => {
        this.#live.delete(dead)
        if (reason && !dead.ready) this.#missed(reason)
        onDeath?.(dead)
      },
    })
    this.#live.add(session)
    return session
  }

  /**
   * Registers a listener for each check for late statements. It returns true while something waits that has to be
   * checked again.
   */
  onSweep(listener: (now: number) => boolean): void {
    this.#sweeps.add(listener)
  }

  /** Checks for late statements until none runs and nothing waits. */
  watch(): void {
    this.#timer ??= setInterval(() => this.#sweep(), sweepEvery).unref()
  }

  /** Closes every session and refuses new ones. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#retryAt = Number.POSITIVE_INFINITY
    await Promise.all([...this.#live].map((session) => session.end()))
  }

  #sweep(): void {
    const now = performance.now()
    for (const session of this.#live) session.destroyIfLate(now)
    const isWaiting = [...this.#sweeps].map((listener) => listener(now)).includes(true)
    if (isWaiting || [...this.#live].some(({ pending }) => pending > 0)) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #reached(): void {
    if (this.#unreachable) this.#target.log.info('PostgreSQL reachable again')
    this.#unreachable = false
  }

  #missed(err: unknown): void {
    this.#retryAt = Math.max(this.#retryAt, performance.now() + backOff)
    if (!this.#unreachable) this.#target.log.warn({ err }, 'PostgreSQL unreachable')
    this.#unreachable = true
  }
}
