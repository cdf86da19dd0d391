import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'

type Schema = Record<string, never>

/** For short reads: one or few pipelined connections; prepare hot queries on it once (`prepared`). Never a transaction here. */
export type Reader = PgDatabase<PostgresJsQueryResultHKT, Schema>

/** Functions that write take a `Tx`, so that "inside a transaction" is a type and not a comment. */
export type Tx = PgTransaction<PostgresJsQueryResultHKT, Schema>

export type Database = AsyncDisposable & {
  /** Short queries; each fails with UNAVAILABLE when the database is away or does not answer in time. */
  readonly read: Reader
  /**
   * Runs `work` in one transaction on a pool of its own, and the outbox relay after it. Rolled back when it throws.
   * Fails with UNAVAILABLE when the database is away or it does not end within `deadlineMs` (default 1,500), and the connection is dropped.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { deadlineMs?: number }): Promise<T>
  /** `select 1` within a second. For readiness. */
  check(): Promise<boolean>
}

/** Who asks and with which key; the part of the bus's Caller that idempotency needs. */
export type KeyedCaller = {
  actor: { role: string; id: string } | null
  device?: { id: string }
  idempotencyKey?: string
}
