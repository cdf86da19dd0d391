import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@kingcar/contract'
import { withTimeLimit } from '@kingcar/runtime'
import { PgDatabase } from 'drizzle-orm/pg-core'
import type { Reader } from '../types.ts'
import type { Connector } from './connector.ts'
import { DrizzleSession, dialect, type Statements } from './drizzle-session.ts'
import { isContention } from './errors.ts'
import type { ReadSessions } from './read-sessions.ts'
import { isQueueFull, SearchSessions } from './search-sessions.ts'
import type { Parameter, Session } from './session.ts'

/** Milliseconds for which a read waits for the replica; a replica that keeps up needs a few. */
const longestLag = 50
/** Milliseconds between two checks of the replica's position. */
const pollEvery = 5
/**
 * Milliseconds for which the replica is not used after it was late or failed; the pause doubles while the fault
 * continues.
 */
const shortestPause = 1_000
const longestPause = 30_000

/**
 * Runs the reads of `SearchSessions` on a replica, if the replica has everything that the primary had when the read
 * began: a caller sees its own writes, and figures are as new as on the primary. The position is asked on each
 * connection, since an address may lead to several replicas. The primary runs the reads while a replica is late,
 * unreachable, promoted, or in conflict with the changes that it replays.
 */
export class ReplicaReads implements Statements {
  readonly reader: Reader
  readonly #primary: { reads: ReadSessions; search: SearchSessions }
  readonly #replica: SearchSessions
  readonly #count: (server: 'replica' | 'primary') => void
  #retryAt = 0
  #pause = 0

  /** @param count called for each read with the server that ran it */
  constructor(
    primary: { reads: ReadSessions; search: SearchSessions },
    replica: Connector,
    count: (server: 'replica' | 'primary') => void,
  ) {
    this.#primary = primary
    this.#replica = new SearchSessions(replica)
    this.#count = count
    this.reader = new PgDatabase(dialect, new DrizzleSession(() => this), undefined)
  }

  run(text: string, parameters?: Parameter[]) {
    return this.#either((session) => session.run(text, parameters))
  }

  runForArrays(text: string, parameters: Parameter[]) {
    return this.#either((session) => session.runForArrays(text, parameters))
  }

  async #either<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const found = performance.now() >= this.#retryAt ? await this.#onReplica(work) : undefined
    this.#count(found ? 'replica' : 'primary')
    return found ? found.rows : this.#primary.search.use(work)
  }

  /** The result of a replica, or undefined if the primary has to run the read. */
  async #onReplica<T>(work: (session: Session) => Promise<T>): Promise<{ rows: T } | undefined> {
    const pause = this.#pause
    this.#retryAt = performance.now() + pause // after a pause one read tries the replica, and the others do not wait for it
    try {
      const found = await this.#replica.use(async (session) =>
        (await withTimeLimit(longestLag, this.#hasCaughtUp(session), () => false))
          ? { rows: await work(session) }
          : undefined,
      )
      if (found) {
        this.#pause = 0
        this.#retryAt = 0
        return found
      }
    } catch (error) {
      if (!isOfReplica(error)) throw error // the connector logs an unreachable replica
    }
    this.#pause = Math.min(longestPause, Math.max(shortestPause, 2 * pause))
    this.#retryAt = performance.now() + this.#pause
    return undefined
  }

  async #hasCaughtUp(session: Session): Promise<boolean> {
    const [primary] = await this.#primary.reads.run('select pg_current_wal_lsn()::text as position')
    for (const until = performance.now() + longestLag; performance.now() < until; await wait(pollEvery)) {
      const [replica] = await session.run(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::text::pg_lsn as has',
        [primary?.position],
      )
      if (replica?.has) return true
    }
    return false
  }
}

/** True for an error that the primary may not have: no server, or a row that the replica's replay has removed. */
const isOfReplica = (error: unknown) =>
  isContention(error) || (error instanceof AppError && error.code === 'UNAVAILABLE' && !isQueueFull(error))
