import { createBatchLimit, type Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { messages } from '../tables.ts'
import { keptDays } from './queries.ts'

/** Largest number of messages that one transaction deletes. */
const batchSize = 5_000

/** Deletes the messages of more than 30 days ago, the oldest first. */
export async function deleteOldMemberMessages(db: Pick<Database, 'transaction'>): Promise<void> {
  const limit = createBatchLimit(batchSize)
  const deleteSome = (size: number) =>
    db.transaction(async (tx) => {
      const deleted = await tx.execute(sql`
        delete from ${messages} where id in (
          select id from ${messages} where created_at < now() - make_interval(days => ${keptDays}::integer)
          order by created_at, id limit ${size}
        ) returning id`)
      return deleted.length === size
    })
  while (await limit(deleteSome));
}
