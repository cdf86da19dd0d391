import { scopeOf } from '../connection/transactions.ts'
import type { Tx } from '../types.ts'

const insert = 'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing'

/**
 * True the first time that `consumer` sees `eventId`; false on each repetition. Rolled back with the transaction.
 * Waits for another transaction that sees it at the same moment.
 */
export async function markProcessed(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
  const { count } = await scopeOf(tx).session.run(insert, [consumer, eventId])
  return count === 1
}
