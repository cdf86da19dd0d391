import { createBatchLimit, type Database, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { webhookDeliveries, webhookEndpoints } from '../tables.ts'

/** Largest number of deliveries that one transaction deletes, with their tries. */
const batchSize = 5_000

/** Deletes the deliveries of deleted endpoints. */
export async function deleteOrphanedDeliveries(db: Pick<Database, 'transaction'>): Promise<void> {
  const limit = createBatchLimit(batchSize)
  while (await limit((size) => db.transaction((tx) => deleteSome(tx, size))));
}

/** Finds the endpoints one by one in an index, because there are few of them and many deliveries. Returns whether there may be more. */
async function deleteSome(tx: Tx, size: number): Promise<boolean> {
  const deleted = await tx.execute(sql`
    with recursive found (id) as (
      (select endpoint_id from ${webhookDeliveries} order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from ${webhookDeliveries} d where d.endpoint_id > f.id order by d.endpoint_id limit 1)
      from found f where f.id is not null
    )
    delete from ${webhookDeliveries} where id in (
      select d.id from found f join ${webhookDeliveries} d on d.endpoint_id = f.id
      where not exists (select from ${webhookEndpoints} e where e.id = f.id) limit ${size}
    ) returning id`)
  return deleted.length === size
}
