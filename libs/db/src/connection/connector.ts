import type { Logger } from '@kingcar/runtime'
import { unavailable } from './errors.ts'
import type { DatabaseMetrics } from './metrics.ts'
import { rotatingPassword } from './rotating-password.ts'
import { type ServerSettings, Session, type SessionOptions } from './session.ts'

/** Milliseconds in which nobody tries again after a connection could not be made; short, so that recovery is quick. */
const backOff = 200
/** Milliseconds between two looks for statements that wait too long. */
const sweepEvery = 200

type Target = { url: string; schema: string; name: string; log: Logger; metrics?: DatabaseMetrics | undefined }
type Kind = Pick<SessionOptions, 'deadlineMs'> & { settings: ServerSettings; onDeath?: (session: Session) => void }

/** Opens sessions, ends the late ones, and answers at once while the database is known to be away. */
export class Connector {
  readonly #target: Target
  readonly #password: SessionOptions['password']
  readonly #live = new Set<Session>()
  readonly #sweeps = new Set<(now: number) => void>()
  readonly #timer: NodeJS.Timeout
  #retryAt = 0
  #away = false

  constructor(target: Target) {
    this.#target = target
    this.#password = rotatingPassword(target.url)
    this.#timer = setInterval(() => this.#sweep(), sweepEvery).unref()
  }

  /** A session that connects with its first statement. Fails with UNAVAILABLE shortly after one could not be made. */
  open({ onDeath, ...kind }: Kind): Session {
    if (performance.now() < this.#retryAt) throw unavailable()
    const { url, schema, name, metrics } = this.#target
    const session = new Session({
      url,
      password: this.#password,
      schema,
      name,
      ...kind,
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

  /** Calls back on each look for what is late. */
  onSweep(listener: (now: number) => void): void {
    this.#sweeps.add(listener)
  }

  /** Ends every session; none is opened any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#retryAt = Number.POSITIVE_INFINITY
    await Promise.all([...this.#live].map((session) => session.end()))
  }

  #sweep(): void {
    const now = performance.now()
    for (const session of this.#live) session.destroyIfLate(now)
    for (const listener of this.#sweeps) listener(now)
  }

  #reached(): void {
    if (this.#away) this.#target.log.info('database is back')
    this.#away = false
  }

  #missed(err: unknown): void {
    this.#retryAt = Math.max(this.#retryAt, performance.now() + backOff)
    if (!this.#away) this.#target.log.warn({ err }, 'database is away')
    this.#away = true
  }
}
