import { createBatchLimit, type Database, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { webhookDeliveries, webhookEvents } from '../tables.ts'

/** Largest number of events that one transaction erases, with their deliveries and tries. */
const batchSize = 1_000

/**
 * Erases the data of a former member in stored events, and deletes their deliveries. The ids of the events stay, so
 * that a late message does not store the events again.
 */
export async function eraseWebhookEvents(db: Pick<Database, 'transaction'>, memberId: string): Promise<void> {
  const limit = createBatchLimit(batchSize)
  while (await limit((size) => db.transaction((tx) => eraseSome(tx, memberId, size))));
}

/** Returns whether there may be more. */
async function eraseSome(tx: Tx, memberId: string, size: number): Promise<boolean> {
  const erased = await tx.execute(sql`
    with erased as (
      update ${webhookEvents} set body = null, member_id = null where id in (
        select id from ${webhookEvents} where member_id = ${memberId} limit ${size}
      ) returning id
    ), deleted as (
      delete from ${webhookDeliveries} d using erased where d.event_id = erased.id
    )
    select from erased`)
  return erased.length === size
}
