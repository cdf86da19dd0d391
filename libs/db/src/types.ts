import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'

type Schema = Record<string, never>

/** Short reads outside a transaction, over one or two pipelined connections. Prepare hot queries once (`prepared`). */
export type Reader = PgDatabase<PostgresJsQueryResultHKT, Schema>

/** A transaction. Every function that writes takes one, so the compiler checks that it runs inside a transaction. */
export type Tx = PgTransaction<PostgresJsQueryResultHKT, Schema>

/** A message for the bus, with the request and the trace in which it was written. */
export type Message = { id: string; subject: string; payload: unknown; requestId?: string; traceparent?: string }

/** Publishes messages and resolves when their streams have stored them; after `timeoutMs` it makes no further attempt. */
export type Publish = (messages: readonly Message[], timeoutMs?: number) => Promise<void>

export type Database = AsyncDisposable & {
  /** Short queries. Each fails with UNAVAILABLE when PostgreSQL is unreachable or exceeds the deadline. */
  readonly read: Reader
  /**
   * Queries whose cost depends on the input of a user: searches, statistics, files. They run four at a time and wait
   * only for each other. Each fails with SEARCH_TOO_WIDE when it takes longer than 0.9 seconds; it fails with
   * UNAVAILABLE in the cases of `read`, and when too many wait.
   */
  readonly search: Reader
  /**
   * Runs `work` in one transaction on a separate pool, then wakes the outbox relay. Rolls back when `work` throws.
   * Fails with UNAVAILABLE when PostgreSQL is unreachable, or when the transaction does not end within `deadlineMs`
   * (default 1,500); its connection is then closed.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { deadlineMs?: number }): Promise<T>
  /** Calls back after each transaction that this process committed: it may have stored work for a background job. */
  onCommit(listener: () => void): void
  /** Readiness check: true if `select 1` succeeds within a second. */
  check(): Promise<boolean>
}

/** The part of the bus's Caller that idempotency needs: the caller's identity and its idempotency key. */
export type KeyedCaller = {
  actor: { role: string; id: string } | null
  device?: { id: string }
  idempotencyKey?: string
}
