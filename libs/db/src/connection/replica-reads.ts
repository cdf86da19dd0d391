import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@kingcar/contract'
import { PgDatabase } from 'drizzle-orm/pg-core'
import type { Reader } from '../types.ts'
import type { Connector } from './connector.ts'
import { DrizzleSession, dialect, type Statements } from './drizzle-session.ts'
import { isContention } from './errors.ts'
import { ReadSessions } from './read-sessions.ts'
import { SearchSessions } from './search-sessions.ts'
import type { Parameter } from './session.ts'

/** Milliseconds that a read waits for the replica; a replica that keeps up takes a few. */
const longestLag = 50
/** Milliseconds between two looks at how far the replica is. */
const pollEvery = 5
/** Milliseconds without the replica after it was late or failed, so that not every read waits for it. */
const pause = 1_000

type Server = { reads: ReadSessions; search: SearchSessions }

/**
 * Runs the reads of `SearchSessions` on a replica, where it has everything that the primary had when the read began: a caller sees
 * its own writes, and figures are as new as on the primary. A replica that is late, unreachable, promoted or in conflict with
 * what it replays costs nothing but the primary's time.
 */
export class ReplicaReads implements Statements {
  readonly reader: Reader
  readonly #primary: Server
  readonly #replica: Server
  readonly #count: (server: 'replica' | 'primary') => void
  #pausedUntil = 0

  /** @param count called for each read with the server that ran it */
  constructor(primary: Server, replica: Connector, count: (server: 'replica' | 'primary') => void) {
    this.#primary = primary
    this.#replica = { reads: new ReadSessions(replica), search: new SearchSessions(replica) }
    this.#count = count
    this.reader = new PgDatabase(dialect, new DrizzleSession(() => this), undefined)
  }

  run(text: string, parameters?: Parameter[]) {
    return this.#either((search) => search.run(text, parameters))
  }

  runForArrays(text: string, parameters: Parameter[]) {
    return this.#either((search) => search.runForArrays(text, parameters))
  }

  async #either<T>(work: (search: SearchSessions) => Promise<T>): Promise<T> {
    if (performance.now() >= this.#pausedUntil) {
      try {
        if (await this.#hasCaughtUp()) {
          const result = await work(this.#replica.search)
          this.#count('replica')
          return result
        }
      } catch (error) {
        if (!isOfReplica(error)) throw error // the connector logs an unreachable replica
      }
      this.#pausedUntil = performance.now() + pause
    }
    this.#count('primary')
    return work(this.#primary.search)
  }

  async #hasCaughtUp(): Promise<boolean> {
    const [primary] = await this.#primary.reads.run('select pg_current_wal_lsn()::text as position')
    for (const until = performance.now() + longestLag; performance.now() < until; await wait(pollEvery)) {
      const [replica] = await this.#replica.reads.run(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::text::pg_lsn as has',
        [primary?.position],
      )
      if (replica?.has) return true
    }
    return false
  }
}

/** True for an error that the primary may not have: no server, or a row that the replica's replay removes. */
const isOfReplica = (error: unknown) =>
  isContention(error) || (error instanceof AppError && error.code === 'UNAVAILABLE')
