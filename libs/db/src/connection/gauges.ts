import { registerLazyGauges } from '@kingcar/runtime'
import { Gauge, type Registry } from 'prom-client'
import type { ReadSessions } from './read-sessions.ts'
import type { Transactions } from './transactions.ts'

const outbox = {
  messages: { name: 'kingcar_outbox_messages', help: 'Unpublished events in the outbox, counted up to 10,000' },
  age: {
    name: 'kingcar_outbox_age_seconds',
    help: 'Age of the oldest unpublished event in the outbox; 0 if there is none',
  },
}
/** Sorted by the primary key: the first row is the oldest, unless its transaction took long. */
const waiting = `
  select (select count(*) from (select from outbox limit 10000) bounded)::int as messages,
    coalesce((select extract(epoch from clock_timestamp() - created_at) from outbox order by id limit 1), 0)::float8 as age`

const backup = {
  at: {
    name: 'kingcar_backup_last_success_timestamp_seconds',
    help: 'Unix time of the snapshot of the last complete backup of the database; 0 if there is none',
  },
}
const lastBackup = 'select coalesce(extract(epoch from max(at)), 0)::float8 as at from operations.backup'

/** Gauges of the whole server: each service that is scraped reports the same values. */
const server = {
  connections: { name: 'kingcar_database_connections', help: 'Connections to PostgreSQL, of all its clients' },
  maximum: {
    name: 'kingcar_database_connections_maximum',
    help: 'Connections to PostgreSQL that roles without special rights can have (max_connections less the reserved ones)',
  },
  oldest: {
    name: 'kingcar_database_oldest_transaction_seconds',
    help: 'Age of the oldest transaction of a client of the database; 0 if none runs',
  },
}
const serverState = `
  select (select sum(numbackends) from pg_stat_database)::int as connections,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - current_setting('reserved_connections')::int as maximum,
    operations.oldest_transaction_seconds() as oldest`

/** Registers gauges that are read at each scrape. */
export function registerDatabaseGauges(register: Registry, reads: ReadSessions, transactions: Transactions): void {
  registerLazyGauges(register, outbox, async () => {
    const [row] = await reads.run(waiting)
    return { messages: Number(row?.messages), age: Math.max(0, Number(row?.age)) }
  })
  registerLazyGauges(register, backup, async () => ({ at: Number((await reads.run(lastBackup))[0]?.at) }))
  registerLazyGauges(register, server, async () => {
    const [row] = await reads.run(serverState)
    return { connections: Number(row?.connections), maximum: Number(row?.maximum), oldest: Number(row?.oldest) }
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
  expose('kingcar_database_transactions_running', 'Transactions that hold a session', () => transactions.load.running)
  expose('kingcar_database_transactions_waiting', 'Transactions waiting for a session', () => transactions.load.waiting)
  expose(
    'kingcar_database_transactions_maximum',
    'Maximum number of transactions that hold a session at the same time',
    () => transactions.load.maximum,
  )
}
