import { AppError, isServerError } from '@kingcar/contract'
import { traced } from '@kingcar/runtime'
import type { Tx } from '../types.ts'
import type { Connector } from './connector.ts'
import { DrizzleTransaction } from './drizzle-session.ts'
import { isContention, isTransactionAborted, unavailable } from './errors.ts'
import type { DatabaseMetrics } from './metrics.ts'
import type { ServerSettings, Session } from './session.ts'

const maximum = 8
const defaultDeadline = 1_500

/**
 * Milliseconds on the server, each a little sooner than the deadline here, so that the connection survives. A wait for
 * a lock outlasts the second in which the server finds a deadlock, because that may be tried again at once.
 */
const settings: ServerSettings = {
  statement_timeout: 1_400,
  lock_timeout: 1_200,
  idle_in_transaction_session_timeout: 2_000,
  // `begin` is not waited for: were it ever refused, nothing that was sent behind it would be written
  default_transaction_read_only: 'on',
}
const begin = 'begin read write'

/** A session older than this is not used again: the server's memory for its statements only grows. */
const lifetime = 30 * 60_000

/** What stands behind a `Tx`: its session, until it is over, what it sent without waiting, and whether it wrote to the outbox. */
export class TransactionScope {
  emitted = false
  readonly #session: Session
  readonly #required: Promise<unknown>[] = []
  #over = false

  constructor(session: Session) {
    this.#session = session
  }

  open(): Tx {
    return new DrizzleTransaction(
      () => this.session,
      (tx) => scopes.set(tx, this),
    )
  }

  get session(): Session {
    if (this.#over) throw new Error('a statement came after the end of its transaction')
    return this.#session
  }

  /** What was sent to the session itself, in its place, and nobody waits for: where it fails, so does the transaction. */
  require(answer: Promise<unknown>): void {
    answer.catch(() => {}) // it may come when the transaction has failed for another reason
    this.#required.push(answer)
  }

  /** Fulfilled with all that is required, or rejected with the first failure. */
  get required(): Promise<unknown> {
    return Promise.all(this.#required)
  }

  close(): void {
    this.#over = true
  }
}

const scopes = new WeakMap<object, TransactionScope>()

/** The scope of a transaction of this library. */
export function scopeOf(tx: Tx): TransactionScope {
  const scope = scopes.get(tx)
  if (!scope) throw new TypeError('not a transaction of this library')
  return scope
}

/** The session that a transaction runs on; undefined for what is none. */
export const sessionOf = (on: object): Session | undefined => scopes.get(on)?.session

type Waiter = { until: number; resolve: (session: Session) => void; reject: (error: unknown) => void }

/** Transactions, each on a session of its own for as long as it lasts, at most eight at a time; the others wait their turn. */
export class Transactions {
  readonly #connector: Connector
  readonly #onEmitted: () => void
  readonly #metrics: DatabaseMetrics | undefined
  readonly #sessions = new Set<Session>()
  readonly #idle: Session[] = []
  #waiting: Waiter[] = []
  #running = 0
  #closed = false
  #drained: (() => void) | undefined

  constructor(connector: Connector, onEmitted: () => void, metrics?: DatabaseMetrics) {
    this.#connector = connector
    this.#metrics = metrics
    this.#onEmitted = onEmitted
    connector.onSweep((now) => this.#refuseLate(now))
  }

  /** See `Database.transaction`. Two that were in each other's way: the loser is tried once more, then CONFLICT. */
  run<T>(work: (tx: Tx) => Promise<T>, deadlineMs = defaultDeadline): Promise<T> {
    return traced('transaction', { kind: 'internal', isFault: isServerError }, () => this.#run(work, deadlineMs))
  }

  async #run<T>(work: (tx: Tx) => Promise<T>, deadlineMs: number): Promise<T> {
    if (this.#closed) throw unavailable()
    this.#running += 1
    const began = performance.now()
    try {
      const until = began + deadlineMs
      const result = await this.#attempt(work, until, deadlineMs).catch((error: unknown) => {
        if (!isContention(error)) throw error
        return this.#attempt(work, until, deadlineMs)
      })
      this.#metrics?.transaction(performance.now() - began)
      return result
    } catch (cause) {
      const error = isContention(cause) ? new AppError('CONFLICT', { cause }) : cause
      this.#metrics?.transaction(performance.now() - began, error)
      throw error
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#drained?.()
    }
  }

  /** How many have a session, wait for one, and may have one at once. */
  get load(): { running: number; waiting: number; maximum: number } {
    const waiting = this.#waiting.length
    return { running: this.#running - waiting, waiting, maximum }
  }

  /** Takes no more and resolves when none runs. */
  async drain(): Promise<void> {
    this.#closed = true
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#drained = resolve))
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>, until: number, deadlineMs: number): Promise<T> {
    const session = await this.#acquire(until)
    const expiry = Promise.withResolvers<never>()
    // It may come when nobody waits for it any more.
    expiry.promise.catch(() => {})
    let expired = false // a timer may come a little before its time
    const timer = setTimeout(
      () => {
        expired = true
        expiry.reject(unavailable())
        session.destroy()
      },
      Math.max(0, until - performance.now()),
    )
    const scope = new TransactionScope(session)
    let begun = false
    try {
      const beginning = session.command(deadlineMs > defaultDeadline ? `${begin}; ${longer(deadlineMs)}` : begin)
      scope.require(
        beginning.then(() => {
          begun = true
        }),
      )
      const result = await Promise.race([work(scope.open()), expiry.promise])
      scope.close()
      const committed = commit(session)
      committed.catch(() => {}) // what failed before it says why
      await Promise.race([scope.required, expiry.promise])
      await Promise.race([committed, expiry.promise])
      if (scope.emitted) this.#onEmitted()
      return result
    } catch (late) {
      scope.close()
      const error = isTransactionAborted(late) ? await scope.required.then(() => late, identity) : late
      // A session that died unseen while it was idle: nothing has been written on it, so another one may be tried.
      if (!begun && !expired && session.dead && session.ready && performance.now() < until)
        return await this.#attempt(work, until, deadlineMs)
      await rollBack(session)
      throw error
    } finally {
      clearTimeout(timer)
      this.#release(session)
    }
  }

  #acquire(until: number): Promise<Session> {
    for (let session = this.#idle.pop(); session; session = this.#idle.pop())
      if (!session.dead) return Promise.resolve(session)
    if (this.#sessions.size < maximum) return Promise.resolve(this.#open())
    return new Promise((resolve, reject) => this.#waiting.push({ until, resolve, reject }))
  }

  #open(): Session {
    const session = this.#connector.open({
      // The transaction's own deadline cuts it; this bounds what has none, such as a rollback.
      deadlineMs: 60_000,
      settings,
      onDeath: (dead) => this.#sessions.delete(dead),
    })
    this.#sessions.add(session)
    return session
  }

  #release(session: Session): void {
    if (!session.dead && performance.now() - session.startedAt > lifetime) {
      this.#sessions.delete(session)
      void session.end()
    }
    const next = this.#waiting.shift()
    if (!next) {
      if (!session.dead) this.#idle.push(session)
    } else if (!session.dead) next.resolve(session)
    else {
      try {
        next.resolve(this.#open())
      } catch (error) {
        next.reject(error)
      }
    }
  }

  #refuseLate(now: number): void {
    const late = this.#waiting.filter(({ until }) => until <= now)
    if (late.length === 0) return
    this.#waiting = this.#waiting.filter(({ until }) => until > now)
    for (const { reject } of late) reject(unavailable())
  }
}

const identity = (error: unknown) => error

/** A failed statement whose error the caller ignored makes the server roll back and say so in a successful answer. */
async function commit(session: Session): Promise<void> {
  const { command } = await session.command('commit')
  if (command !== 'COMMIT') throw new Error('a failed statement was ignored, and its transaction rolled back')
}

async function rollBack(session: Session): Promise<void> {
  if (session.dead) return
  // Without an answer nothing is known of the session's state.
  await session.command('rollback').catch(() => session.destroy())
}

const longer = (ms: number) =>
  Object.keys(settings)
    .filter((name) => name.endsWith('_timeout'))
    .map((name) => `set local ${name} = ${Math.ceil(ms)}`)
    .join('; ')
