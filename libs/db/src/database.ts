import { type Logger, withTimeLimit } from '@kingcar/runtime'
import type { Registry } from 'prom-client'
import { Connector } from './connection/connector.ts'
import { registerDatabaseGauges } from './connection/gauges.ts'
import { createDatabaseMetrics } from './connection/metrics.ts'
import { ReadSessions } from './connection/read-sessions.ts'
import { Transactions } from './connection/transactions.ts'
import { type Publish, Relay } from './events/relay.ts'
import type { Database } from './types.ts'

export type DatabaseOptions = {
  url: string
  /** The service's schema; becomes the search path. */
  schema: string
  /** Shown in pg_stat_activity. */
  name: string
  log: Logger
  /** Sends outbox rows and resolves when they are stored; the relay and its clearing of old rows run only where it is given. */
  publish?: Publish
  /** Where transactions, failures and the outbox are counted. */
  register?: Registry
}

/** Milliseconds. */
const checkDeadline = 1_000
const drainDeadline = 2_000

/**
 * A service's view of PostgreSQL. Connects with the first query, so it opens while the database is away too, and finds
 * back by itself. Disposal waits up to two seconds for transactions, sends what they emitted, and ends.
 * @throws TypeError when the address is no URL
 */
export async function openDatabase({ url, schema, name, log, publish, register }: DatabaseOptions): Promise<Database> {
  if (!URL.canParse(url)) throw new TypeError('the address of the database is no URL')
  const metrics = register && createDatabaseMetrics(register)
  const connector = new Connector({ url, schema, name, log, metrics })
  const reads = new ReadSessions(connector)
  const relay = publish && new Relay(connector, publish, log)
  const transactions = new Transactions(connector, () => relay?.kick(), metrics)
  if (register) registerDatabaseGauges(register, reads, transactions)
  return {
    read: reads.reader,
    transaction: (work, options) => transactions.run(work, options?.deadlineMs),
    check: () =>
      withTimeLimit(
        checkDeadline,
        reads.ping().then(
          () => true,
          () => false, // why it is away is logged where the connection failed
        ),
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      await withTimeLimit(drainDeadline, transactions.drain(), () => log.warn('transactions were cut by the stop'))
      await relay?.stop()
      await connector.close()
    },
  }
}
