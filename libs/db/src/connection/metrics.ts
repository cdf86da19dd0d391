import { AppError } from '@kingcar/contract'
import { Counter, Histogram, type Registry } from 'prom-client'
import { DatabaseError, unavailableReason } from './errors.ts'

/** What a service's database is counted by. */
export type DatabaseMetrics = {
  /** A transaction, with its wait for a session and its second attempt. */
  transaction(ms: number, error?: unknown): void
  statementFailed(error: unknown): void
}

export function createDatabaseMetrics(register: Registry): DatabaseMetrics {
  const registers = [register]
  const transactions = new Histogram({
    name: 'kingcar_database_transaction_duration_seconds',
    help: 'Time that a transaction took, its wait for a session included; outcome is OK, refused (the rules said no), or the failure',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const failures = new Counter({
    name: 'kingcar_database_statement_failures_total',
    help: 'Statements that failed: away, late (out of the time given to it), or the class of the SQLSTATE',
    labelNames: ['reason'],
    registers,
  })
  return {
    transaction: (ms, error) => transactions.observe({ outcome: outcomeOf(error) }, ms / 1_000),
    statementFailed: (error) => failures.inc({ reason: reasonOf(error) }),
  }
}

function outcomeOf(error: unknown): string {
  if (error === undefined) return 'OK'
  if (!(error instanceof AppError)) return 'INTERNAL'
  return ['UNAVAILABLE', 'CONFLICT'].includes(error.code) ? error.code : 'refused'
}

/** Classes of SQLSTATE are few, its codes are many. */
const reasonOf = (error: unknown): string =>
  error instanceof DatabaseError ? error.code.slice(0, 2) : unavailableReason(error)
