import { AppError } from '@kingcar/contract'
import { lookedUp } from '@kingcar/runtime'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { DatabaseError, unavailableReason } from './failure.ts'
import type { ReadSessions } from './reader.ts'
import type { Transactions } from './transactions.ts'

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

const outbox = {
  messages: { name: 'kingcar_outbox_messages', help: 'Events that wait in the outbox; counted up to 10,000' },
  age: {
    name: 'kingcar_outbox_age_seconds',
    help: 'How long the oldest event of the outbox has waited; 0 where none does',
  },
}
/** By the primary key: what is to go out first is the oldest but for a transaction that took long. */
const waiting = `
  select (select count(*) from (select from outbox limit 10000) bounded)::int as messages,
    coalesce((select extract(epoch from clock_timestamp() - created_at) from outbox order by id limit 1), 0)::float8 as age`

/** Figures that are looked up when they are scraped. */
export function exposeDatabase(register: Registry, reads: ReadSessions, transactions: Transactions): void {
  lookedUp(register, outbox, async () => {
    const [row] = await reads.run(waiting)
    return { messages: Number(row?.messages), age: Math.max(0, Number(row?.age)) }
  })
  const expose = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  expose('kingcar_database_transactions_running', 'Transactions that have a session', () => transactions.load.running)
  expose(
    'kingcar_database_transactions_waiting',
    'Transactions that wait for a session',
    () => transactions.load.waiting,
  )
  expose(
    'kingcar_database_transactions_maximum',
    'Transactions that may have a session at once',
    () => transactions.load.maximum,
  )
}
