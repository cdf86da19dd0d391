import { AppError } from '@kingcar/contract'
import { PgDatabase } from 'drizzle-orm/pg-core'
import type { Reader } from '../types.ts'
import type { Connector } from './connector.ts'
import { DrizzleSession, dialect, type Statements } from './drizzle-session.ts'
import { unavailable, unavailableReason } from './errors.ts'
import type { Parameter, ServerSettings, Session } from './session.ts'

/**
 * Half of the maximum for transactions: the charts of a page run at the same time, and the other sessions stay free.
 */
const maximum = 4
/** Largest number of statements that wait: a list needs two. */
const longestQueue = 32
/** In milliseconds. A statement that starts later would end after the deadline of its call. */
const longestWait = 1_000
const deadlineMs = 1_100
const settings: ServerSettings = {
  statement_timeout: 900,
  max_parallel_workers_per_gather: 0,
  // The best plan depends on how many rows a text or a period matches.
  plan_cache_mode: 'force_custom_plan',
}

/** Why a search was not run although its server responds. */
class QueueFull extends Error {
  override name = 'QueueFull'
}

/** True if a search failed because too many others wait. */
export const isQueueFull = (error: unknown): boolean => error instanceof AppError && error.cause instanceof QueueFull

type Waiter = { until: number; start: (session: Session) => void; refuse: (error: unknown) => void }

/**
 * Runs reads whose cost depends on the input of a user, such as searches, statistics and files. Each statement has a
 * session of its own; further statements wait in a queue. Short reads and transactions have other sessions and do not
 * wait for them.
 */
export class SearchSessions implements Statements {
  readonly reader: Reader
  readonly #connector: Connector
  readonly #idle: Session[] = []
  #waiting: Waiter[] = []
  #running = 0

  constructor(connector: Connector) {
    this.#connector = connector
    this.reader = new PgDatabase(dialect, new DrizzleSession(() => this), undefined)
    connector.onSweep((now) => this.#refuseLate(now))
  }

  run(text: string, parameters?: Parameter[]) {
    return this.use((session) => session.run(text, parameters))
  }

  runForArrays(text: string, parameters: Parameter[]) {
    return this.use((session) => session.runForArrays(text, parameters))
  }

  /**
   * Runs statements on a session that nothing else uses.
   * @throws AppError SEARCH_TOO_WIDE when a statement takes too long, UNAVAILABLE when too many wait
   */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#acquire()
    try {
      return await work(session)
    } catch (error) {
      throw unavailableReason(error) === 'timeout' ? new AppError('SEARCH_TOO_WIDE', { cause: error }) : error
    } finally {
      this.#release(session)
    }
  }

  async #acquire(): Promise<Session> {
    if (this.#running < maximum) {
      const session = this.#usable()
      this.#running += 1
      return session
    }
    if (this.#waiting.length >= longestQueue) throw unavailable(new QueueFull())
    this.#connector.watch()
    return new Promise((start, refuse) => this.#waiting.push({ until: performance.now() + longestWait, start, refuse }))
  }

  #usable(): Session {
    for (let session = this.#idle.pop(); session; session = this.#idle.pop()) if (!session.dead) return session
    return this.#connector.open({ deadlineMs, settings })
  }

  #release(session: Session): void {
    this.#idle.push(session)
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        next.start(this.#usable())
        return
      } catch (error) {
        next.refuse(error)
      }
    }
    this.#running -= 1
  }

  #refuseLate(now: number): boolean {
    const late = this.#waiting.filter(({ until }) => until <= now)
    if (late.length > 0) this.#waiting = this.#waiting.filter(({ until }) => until > now)
    for (const { refuse } of late) refuse(unavailable(new QueueFull()))
    return this.#waiting.length > 0
  }
}
