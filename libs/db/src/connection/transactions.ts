import { setTimeout as wait } from 'node:timers/promises'
import { AppError, isServerError } from '@kingcar/contract'
import { currentAccount, fault, traced } from '@kingcar/runtime'
import type { Message, Publish, Tx } from '../types.ts'
import type { Connector } from './connector.ts'
import { DrizzleTransaction } from './drizzle-session.ts'
import { deadlineExceeded, isContention, isTransactionAborted, unavailable } from './errors.ts'
import { EventBudget } from './event-budget.ts'
import type { DatabaseMetrics } from './metrics.ts'
import type { ServerSettings, Session } from './session.ts'

const maximum = 8
const defaultDeadline = 1_500

/**
 * In milliseconds, each a little below the deadline of this process, so that the connection survives. The lock timeout
 * is longer than the second after which the server detects a deadlock, because a deadlock is retried.
 */
const settings: ServerSettings = {
  statement_timeout: 1_400,
  lock_timeout: 1_200,
  idle_in_transaction_session_timeout: 2_000,
  // The code does not wait for the response to `begin`. With this setting, the statements after a rejected `begin`
  // cannot write.
  default_transaction_read_only: 'on',
}
/** Attempts of a transaction that meets serialization failures or deadlocks. */
const maximumAttempts = 4
/**
 * Largest number of milliseconds before such an attempt. The pause is random, so that the other transaction takes its
 * locks first.
 */
const longestPause = 50
const begin = 'begin read write'
/** Milliseconds before its deadline at which a transaction gives up a publication. */
const rollbackTime = 200

/** Milliseconds after which a session is not reused: a backend's memory for prepared statements only grows. */
const lifetime = 30 * 60_000

/** State of a transaction: its session, the statements that it does not wait for, and whether it wrote to the outbox. */
export class TransactionScope {
  emitted = false
  /** Number of events that count for the account of the current call, or of the session that the transaction renews. */
  charged = 0
  account = currentAccount()
  /** Messages that are published after all statements have succeeded and before the commit. */
  readonly beforeCommit: Message[] = []
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
    if (this.#over) throw new Error('statement sent after the end of its transaction')
    return this.#session
  }

  /** Registers a statement that was sent and that the caller does not await. If it fails, the transaction fails. */
  require(answer: Promise<unknown>): void {
    answer.catch(() => {}) // may reject after the transaction has failed for another reason
    this.#required.push(answer)
  }

  /** Resolves when all registered statements succeeded; rejects with the first failure. */
  get required(): Promise<unknown> {
    return Promise.all(this.#required)
  }

  close(): void {
    this.#over = true
  }
}

const scopes = new WeakMap<object, TransactionScope>()

export function scopeOf(tx: Tx): TransactionScope {
  const scope = scopes.get(tx)
  if (!scope) throw new TypeError('not a transaction of this library')
  return scope
}

/** The session of a transaction; undefined for any other object. */
export const sessionOf = (on: object): Session | undefined => scopes.get(on)?.session

type Waiter = { until: number; resolve: (session: Session) => void; reject: (error: unknown) => void }

/** Runs at most eight transactions at the same time, each on a session of its own. Others wait in a queue. */
export class Transactions {
  readonly #connector: Connector
  readonly #publish: Publish
  readonly #onCommit: (emitted: boolean) => void
  readonly #metrics: DatabaseMetrics | undefined
  readonly #budget = new EventBudget()
  readonly #sessions = new Set<Session>()
  readonly #idle: Session[] = []
  #waiting: Waiter[] = []
  #running = 0
  #closed = false
  #drained: (() => void) | undefined

  /**
   * @param publish publishes the messages that must be stored before the commit
   * @param onCommit called after each commit, with whether the transaction wrote to the outbox
   */
  constructor(connector: Connector, publish: Publish, onCommit: (emitted: boolean) => void, metrics?: DatabaseMetrics) {
    this.#connector = connector
    this.#publish = publish
    this.#metrics = metrics
    this.#onCommit = onCommit
    connector.onSweep((now) => this.#refuseLate(now))
  }

  /** See `Database.transaction`. Rejects with CONFLICT if each attempt met a serialization failure or a deadlock. */
  run<T>(work: (tx: Tx) => Promise<T>, deadlineMs = defaultDeadline): Promise<T> {
    return traced('transaction', { kind: 'internal', isFault: isServerError }, () => this.#run(work, deadlineMs))
  }

  async #run<T>(work: (tx: Tx) => Promise<T>, deadlineMs: number): Promise<T> {
    if (this.#closed) throw unavailable()
    this.#running += 1
    const began = performance.now()
    try {
      const until = began + deadlineMs
      const result = await this.#attemptUntilAlone(work, until, deadlineMs)
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

  /** Numbers of transactions that hold a session and that wait for one, and the maximum that may hold one. */
  get load(): { running: number; waiting: number; maximum: number } {
    const waiting = this.#waiting.length
    return { running: this.#running - waiting, waiting, maximum }
  }

  /** Refuses new transactions and resolves when none is running. */
  async drain(): Promise<void> {
    this.#closed = true
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#drained = resolve))
  }

  /** Attempts again after a serialization failure or a deadlock, as long as there is time. */
  async #attemptUntilAlone<T>(work: (tx: Tx) => Promise<T>, until: number, deadlineMs: number): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.#attempt(work, until, deadlineMs)
      } catch (error) {
        if (!isContention(error) || attempts === maximumAttempts) throw error
        await wait(Math.random() * longestPause)
        if (performance.now() >= until) throw error
      }
    }
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>, until: number, deadlineMs: number): Promise<T> {
    const session = await this.#acquire(until)
    const expiry = Promise.withResolvers<never>()
    expiry.promise.catch(() => {}) // may reject after the transaction has ended
    let begun = false
    let isCommitting = false
    let expired = false // not computed from the clock, because a timer may fire a little early
    const timer = setTimeout(
      () => {
        expired = true
        expiry.reject(begun ? deadlineExceeded() : unavailable())
        session.destroy()
      },
      Math.max(0, until - performance.now()),
    )
    const scope = new TransactionScope(session)
    try {
      const beginning = session.command(deadlineMs > defaultDeadline ? `${begin}; ${raiseTimeouts(deadlineMs)}` : begin)
      scope.require(
        beginning.then(() => {
          begun = true
        }),
      )
      const result = await Promise.race([work(scope.open()), expiry.promise])
      scope.close()
      if (scope.account && scope.charged > 0) this.#budget.take(scope.account, scope.charged)
      if (scope.beforeCommit.length > 0) {
        await Promise.race([scope.required, expiry.promise])
        // A publication after the rollback would withdraw rights although the transaction failed.
        const timeLeft = until - performance.now() - rollbackTime
        await Promise.race([this.#publish(scope.beforeCommit, timeLeft), expiry.promise])
        await fault('transaction.published')
      }
      isCommitting = true
      const committed = commit(session)
      committed.catch(() => {}) // an earlier failure is the one to report
      await Promise.race([scope.required, expiry.promise])
      await Promise.race([committed, expiry.promise])
      this.#onCommit(scope.emitted)
      return result
    } catch (late) {
      scope.close()
      const error = isTransactionAborted(late) ? await scope.required.then(() => late, identity) : late
      // The session died while it was idle. Nothing was written on it, so another session may be tried.
      if (!begun && !expired && session.dead && session.ready && performance.now() < until)
        return await this.#attempt(work, until, deadlineMs)
      await rollBack(session)
      if (isCommitting) this.#onCommit(scope.emitted) // the transaction may have committed although its response was lost
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
    this.#connector.watch()
    return new Promise((resolve, reject) => this.#waiting.push({ until, resolve, reject }))
  }

  #open(): Session {
    const session = this.#connector.open({
      // The transaction has its own deadline. This deadline is for statements without one, such as a rollback.
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

  #refuseLate(now: number): boolean {
    const late = this.#waiting.filter(({ until }) => until <= now)
    if (late.length > 0) this.#waiting = this.#waiting.filter(({ until }) => until > now)
    for (const { reject } of late) reject(unavailable())
    return this.#waiting.length > 0
  }
}

const identity = (error: unknown) => error

/**
 * If the caller ignored the error of a failed statement, the server rolls back and reports that in a successful
 * response.
 */
async function commit(session: Session): Promise<void> {
  const { command } = await session.command('commit')
  if (command !== 'COMMIT')
    throw new Error('the transaction was rolled back because the error of a failed statement was ignored')
}

async function rollBack(session: Session): Promise<void> {
  if (session.dead) return
  // If the rollback fails, the session's state is unknown.
  await session.command('rollback').catch(() => session.destroy())
}

const raiseTimeouts = (ms: number) =>
  Object.keys(settings)
    .filter((name) => name.endsWith('_timeout'))
    .map((name) => `set local ${name} = ${Math.ceil(ms)}`)
    .join('; ')
