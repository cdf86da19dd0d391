import type { Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { webhookEvents } from '../tables.ts'
import { keptDays } from './webhook.ts'

/** Events that one run deletes, with their deliveries and tries. */
const mostDeleted = 10_000

/** Deletes the oldest of the events that cannot be replayed any more. */
export async function deleteOldWebhookEvents(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from ${webhookEvents} where id in (
      select id from ${webhookEvents} where created_at < now() - make_interval(days => ${keptDays}::integer)
      order by created_at, id limit ${mostDeleted}
    )`)
}
