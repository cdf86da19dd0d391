import { type Logger, withTimeLimit } from '@kingcar/runtime'
import type { Registry } from 'prom-client'
import { Connector } from './connection/connector.ts'
import { registerDatabaseGauges } from './connection/gauges.ts'
import { createDatabaseMetrics } from './connection/metrics.ts'
import { ReadSessions } from './connection/read-sessions.ts'
import { ReplicaReads } from './connection/replica-reads.ts'
import { SearchSessions } from './connection/search-sessions.ts'
import { Transactions } from './connection/transactions.ts'
import { Relay } from './events/relay.ts'
import type { Database, Publish } from './types.ts'

export type DatabaseOptions = {
  url: string
  /** URL of a replica of the same database, which runs the reads of `search`. Without it the primary runs them. */
  readUrl?: string | undefined
  /** The service's schema, used as `search_path`. */
  schema: string
  /** Shown in pg_stat_activity. */
  name: string
  log: Logger
  /**
   * Publishes outbox rows and resolves when the stream has stored them. Without it neither the relay nor the cleanup of
   * old rows runs.
   */
  publish?: Publish
  /** Receives the metrics of transactions, statement failures and the outbox. */
  register?: Registry
}

const noBus: Publish = () =>
  Promise.reject(new TypeError('the database was opened without a bus, so it cannot publish'))

/** Milliseconds. */
const checkDeadline = 1_000
const drainDeadline = 2_000

/**
 * Opens a service's access to PostgreSQL. It connects with the first query, so it also opens while PostgreSQL is unreachable,
 * and it reconnects by itself. Disposal waits up to two seconds for running transactions, publishes their events and closes.
 * @throws TypeError when `url` or `readUrl` is not a URL
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, readUrl, schema, name, log, publish, register } = options
  if (![url, readUrl ?? url].every((each) => URL.canParse(each)))
    throw new TypeError('the database address is not a URL')
  const metrics = register && createDatabaseMetrics(register)
  const connector = new Connector({ url, schema, name, log, metrics })
  const replica =
    readUrl === undefined
      ? undefined
      : new Connector({ url: readUrl, schema, name, log: log.child({ server: 'replica' }), metrics })
  const reads = new ReadSessions(connector)
  const search = new SearchSessions(connector)
  const relay = publish && new Relay(connector, publish, log)
  const listeners: (() => void)[] = []
  const onCommit = (emitted: boolean) => {
    if (emitted) relay?.kick()
    for (const listener of listeners) listener()
  }
  const transactions = new Transactions(connector, publish ?? noBus, onCommit, metrics)
  if (register) registerDatabaseGauges(register, reads, transactions)
  return {
    read: reads.reader,
    search: replica
      ? new ReplicaReads({ reads, search }, replica, (server) => metrics?.searched(server)).reader
      : search.reader,
    transaction: (work, options) => transactions.run(work, options?.deadlineMs),
    onCommit: (listener) => void listeners.push(listener),
    check: () =>
      withTimeLimit(
        checkDeadline,
        reads.ping().then(
          () => true,
          () => false, // the connector logs the reason
        ),
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      await withTimeLimit(drainDeadline, transactions.drain(), () => log.warn('shutdown aborted running transactions'))
      await relay?.stop()
      await Promise.all([connector.close(), replica?.close()])
    },
  }
}
