import { AppError } from '@kingcar/contract'
import { Counter, Histogram, type Registry } from 'prom-client'
import { DatabaseError, unavailableReason } from './errors.ts'

/** Counters of a service's database. */
export type DatabaseMetrics = {
  /** Records a transaction; the time includes the wait for a session and the second attempt. */
  transaction(ms: number, error?: unknown): void
  statementFailed(error: unknown): void
  /** Records a read for which a replica is configured. */
  searched(server: 'replica' | 'primary'): void
}

export function createDatabaseMetrics(register: Registry): DatabaseMetrics {
  const registers = [register]
  const transactions = new Histogram({
    name: 'kingcar_database_transaction_duration_seconds',
    help: 'Duration of a transaction, including the wait for a session; outcome is OK, refused (a business rule), or the error code',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const failures = new Counter({
    name: 'kingcar_database_statement_failures_total',
    help: 'Failed statements; reason is unreachable (no PostgreSQL server responds), timeout (time limit exceeded), or the SQLSTATE class',
    labelNames: ['reason'],
    registers,
  })
  const searches = new Counter({
    name: 'kingcar_database_searches_total',
    help: 'Searches, statistics and parts of files while DATABASE_READ_URL is set, by the server that ran them',
    labelNames: ['server'],
    registers,
  })
  return {
    searched: (server) => searches.inc({ server }),
    transaction: (ms, error) => transactions.observe({ outcome: outcomeOf(error) }, ms / 1_000),
    statementFailed: (error) => failures.inc({ reason: reasonOf(error) }),
  }
}

function outcomeOf(error: unknown): string {
  if (error === undefined) return 'OK'
  if (!(error instanceof AppError)) return 'INTERNAL'
  return ['UNAVAILABLE', 'CONFLICT'].includes(error.code) ? error.code : 'refused'
}

/** The class instead of the whole SQLSTATE keeps the number of label values small. */
const reasonOf = (error: unknown): string =>
  error instanceof DatabaseError ? error.code.slice(0, 2) : unavailableReason(error)
