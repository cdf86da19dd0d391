import { scopeOf } from '../connection/transactions.ts'
import type { Tx } from '../types.ts'

const insert = 'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing'

/**
 * Records that `consumer` processes `eventId`, in the caller's transaction. Waits for another transaction that records the
 * same event.
 * @returns true the first time, false for a redelivery
 */
export async function markProcessed(tx: Tx, consumer: string, eventId: string): Promise<boolean> {
  const { count } = await scopeOf(tx).session.run(insert, [consumer, eventId])
  return count === 1
}
