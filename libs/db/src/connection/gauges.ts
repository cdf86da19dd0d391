import { registerLazyGauges } from '@kingcar/runtime'
import { Gauge, type Registry } from 'prom-client'
import type { ReadSessions } from './read-sessions.ts'
import type { Transactions } from './transactions.ts'

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
export function registerDatabaseGauges(register: Registry, reads: ReadSessions, transactions: Transactions): void {
  registerLazyGauges(register, outbox, async () => {
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
