import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { readReviews } from '../tables.ts'
import { isSettled } from './queries.ts'

/**
 * Largest number of open reads of a device; above it the oldest are deleted, so that a bad camera cannot fill the
 * queue.
 */
const maxOpenOfDevice = 200
/** Rows per transaction and kind. */
const maxRows = 5_000

/**
 * Deletes open reads that are settled by a visit or above the limit of their device, and rows that are as old as the
 * oldest stored reads.
 */
export async function sweepReadReviews({ db, settings }: Pick<Ctx, 'db' | 'settings'>): Promise<void> {
  const revisitMs = settings.get('recognition.revisitSeconds') * 1000
  const deleteWhere = (rows: ReturnType<typeof sql>) =>
    db.transaction((tx) =>
      tx.execute(sql`
        delete from read_reviews r using (${rows}) d where r.read_id = d.read_id and r.device_id = d.device_id`),
    )
  await deleteWhere(sql`
    select read_id, device_id from ${readReviews} where state = 'open' and ${isSettled(revisitMs)} limit ${maxRows}`)
  await deleteWhere(sql`
    select read_id, device_id from (
      select read_id, device_id, row_number() over (partition by device_id order by recognized_at desc, read_id) as place
      from read_reviews where state = 'open'
    ) o where place > ${maxOpenOfDevice} limit ${maxRows}`)
  await deleteWhere(sql`
    select read_id, device_id from read_reviews
    where state in ('open', 'accepted', 'dismissed') and recognized_at < now() - interval '13 months' limit ${maxRows}`)
}
