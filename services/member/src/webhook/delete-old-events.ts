import { createBatchLimit, type Database, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { webhookEvents } from '../tables.ts'
import { keptDays } from './webhook.ts'

/** Largest number of events that one transaction deletes, with their deliveries and tries. */
const batchSize = 1_000

/** Deletes the events that cannot be replayed any more. */
export async function deleteOldWebhookEvents(db: Pick<Database, 'transaction'>): Promise<void> {
  const limit = createBatchLimit(batchSize)
  while (await limit((size) => db.transaction((tx) => deleteSome(tx, size))));
}

/** Deletes the oldest first. Returns whether there may be more. */
async function deleteSome(tx: Tx, size: number): Promise<boolean> {
  const deleted = await tx.execute(sql`
    delete from ${webhookEvents} where id in (
      select id from ${webhookEvents} where created_at < now() - make_interval(days => ${keptDays}::integer)
      order by created_at, id limit ${size}
    ) returning id`)
  return deleted.length === size
}
